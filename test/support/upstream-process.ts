import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import path from 'node:path';
import type { RecordedRequest, UpstreamMode } from './scripted-upstream';
import type { ScriptedTurn } from './scripted-turn';

/** The scripted upstream as a process of its own, as a real provider is. */
export class UpstreamProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  static async start(port = 0): Promise<UpstreamProcess> {
    const source = path.join(__dirname, 'scripted-upstream.main.ts');
    // A bench finds this folder compiled; a test starts the source itself.
    const main = existsSync(source)
      ? ['-r', path.join(__dirname, 'typescript.cjs'), source]
      : [path.join(__dirname, 'scripted-upstream.main.js')];
    const child = spawn(process.execPath, [...main, String(port)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const url = await new Promise<string>((found, failed) => {
      child.once('exit', (code) => failed(new Error(`The scripted upstream ended with ${code}.`)));
      createInterface({ input: child.stdout }).once('line', (line) =>
        found(line.split(' ').at(-1) ?? ''),
      );
    });
    return new UpstreamProcess(child, url);
  }

  async script(...turns: ScriptedTurn[]): Promise<void> {
    await this.send('POST', '/script', { turns });
  }

  async setMode(mode: UpstreamMode): Promise<void> {
    await this.send('POST', '/mode', mode);
  }

  async reset(): Promise<void> {
    await this.send('DELETE', '/requests');
  }

  async listRequests(): Promise<RecordedRequest[]> {
    return ((await this.send('GET', '/requests')) as { items: RecordedRequest[] }).items;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const ended = new Promise((done) => this.child.once('exit', done));
    this.child.kill();
    await ended;
  }

  private async send(method: string, route: string, body?: object): Promise<unknown> {
    const answer = await fetch(this.url + route, { method, body: body && JSON.stringify(body) });
    return answer.json();
  }
}
