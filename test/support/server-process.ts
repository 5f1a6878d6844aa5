import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';

const ROOT = path.resolve(__dirname, '../..');
/** Tests start what `npm test` built; a bench is compiled together with a server of its own. */
const MAIN =
  [path.join(ROOT, 'apps/api/src/main.js'), path.join(ROOT, 'dist/apps/api/src/main.js')].find(
    (file) => existsSync(file),
  ) ?? '';

/** The built server as a process of its own, for tests that kill it. `npm test` builds it first. */
export class ServerProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
    /** Value of the label its containers carry. */
    readonly instance: string,
    /** Path of the set-up link it printed, if any. */
    readonly setupLink: string | null,
  ) {}

  static async start(env: Record<string, string>): Promise<ServerProcess> {
    const child = spawn(process.execPath, [MAIN], {
      env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'info', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines: string[] = [];
    const find = (pattern: RegExp) => lines.map((line) => pattern.exec(line)?.[1]).find(Boolean);
    await new Promise<void>((ready, failed) => {
      child.once('exit', (code) =>
        failed(new Error(`The server ended with ${code}.\n${lines.join('\n')}`)),
      );
      createInterface({ input: child.stdout }).on('line', (line) => {
        lines.push(line);
        if (line.startsWith('Toolyard is ready')) setTimeout(ready, 100);
      });
    });
    const port = find(/ready at http:\/\/[^:]+:(\d+)/);
    const instance = find(/"instance":"([^"]+)"/) ?? '';
    return new ServerProcess(
      child,
      `http://127.0.0.1:${port}`,
      instance,
      find(/(\/welcome#\S+)/) ?? null,
    );
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** As a power cut: no handler of ours runs. */
  kill(): Promise<void> {
    return this.end('SIGKILL');
  }

  stop(): Promise<void> {
    return this.end('SIGTERM');
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = new Promise((done) => this.child.once('exit', done));
    this.child.kill(signal);
    await ended;
  }
}
