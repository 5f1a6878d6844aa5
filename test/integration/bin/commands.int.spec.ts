import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../../..');
const lib = (name: string) => `${ROOT}/bin/lib/${name}.mjs`;

describe('the commands in bin/', () => {
  let folder: string;
  beforeAll(async () => (folder = await mkdtemp(path.join(os.tmpdir(), 'toolyard-bin-'))));
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const inNode = (script: string, ...args: string[]): ChildProcess =>
    spawn(process.execPath, ['--input-type=module', '-e', script, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_OPTIONS: '' },
    });

  it.each([
    ['another Toolyard', '{"status":"ok"}', 'Toolyard is already running at'],
    ['another program', 'hello', 'Another program listens at'],
  ])('say so when the port belongs to %s', async (_, answer, sentence) => {
    const other = http.createServer((_request, response) => response.end(answer));
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const { port } = other.address() as AddressInfo;
    const start = spawn(process.execPath, [`${ROOT}/bin/start.mjs`], {
      env: { ...process.env, NODE_OPTIONS: '', HOST: '127.0.0.1', PORT: String(port) },
    });
    const { code, text } = await ending(start);
    other.close();
    expect(code).toBe(1);
    expect(text).toContain(`${sentence} http://127.0.0.1:${port}.`);
    expect(text).toContain('PORT=');
  });

  it('wait for each other, and a killed one holds nobody up', async () => {
    const lock = path.join(folder, 'lock');
    const script = `
      const { locked } = await import('${lib('lock')}');
      await locked('${lock}', async () => { console.log('inside'); await new Promise((r) => setTimeout(r, 1e6)); });`;
    const first = inNode(script);
    await said(first, 'inside');
    const second = inNode(script);
    await said(second, 'waiting');
    first.kill('SIGKILL');
    await said(second, 'inside');
    second.kill('SIGKILL');
  });

  it('give the terminal to a child, pass its signal on and end as it ends', async () => {
    const child = path.join(folder, 'child.mjs');
    await writeFile(
      child,
      `process.on('SIGTERM', () => process.exit(7)); setInterval(() => {}, 1e6); console.log('ready');`,
    );
    const parent = inNode(`
      const { handOver } = await import('${lib('run')}');
      process.exitCode = await handOver(process.execPath, ['${child}']);`);
    await said(parent, 'ready');
    parent.kill('SIGTERM');
    expect((await ending(parent)).code).toBe(7);
  });

  it('print the sentence and the advice of a failed step, not a stack', async () => {
    const failing = inNode(`
      const { main } = await import('${lib('progress')}');
      const { run } = await import('${lib('run')}');
      console.error = console.log;
      await main(() => run('sh', ['-c', 'echo because >&2; exit 3'], { advice: 'Try again.' }));`);
    const { code, text } = await ending(failing);
    expect(code).toBe(1);
    expect(text).toMatch(/✗ sh .*failed \(3\):\n {2}because\n {2}Try again\.\n$/);
  });

  it('choose kinds of tests by name and leave the other words to jest', async () => {
    const choosing = inNode(`
      const { choose } = await import('${lib('test-kinds')}');
      const { kinds, rest } = choose(['integration', '-t', 'a word']);
      console.log(JSON.stringify([kinds.map(({ name }) => name), rest]));`);
    expect(JSON.parse((await ending(choosing)).text)).toEqual([
      ['integration', 'integration, Debian PostgreSQL'],
      ['-t', 'a word'],
    ]);
  });

  it('take another recipe of the tool image for another image', async () => {
    const hashing = inNode(`
      const { fingerprint } = await import('${lib('fingerprint')}');
      const parts = ['docker/sandbox'];
      const all = fingerprint(parts);
      console.log(JSON.stringify([all === fingerprint(parts), all === fingerprint(parts, { without: (f) => f.endsWith('run_once.py') })]));`);
    expect(JSON.parse((await ending(hashing)).text)).toEqual([true, false]);
    expect(await readFile(`${ROOT}/docker/sandbox/run_once.py`, 'utf8')).not.toBe('');
  });
});

/** Resolves once the process has printed `word`. */
async function said(child: ChildProcess, word: string): Promise<void> {
  let text = '';
  for await (const chunk of child.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    text += String(chunk);
    if (text.includes(word)) return;
  }
}

async function ending(child: ChildProcess): Promise<{ code: number | null; text: string }> {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, text };
}
