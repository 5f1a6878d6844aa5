import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SystemClock } from '@/foundation/clock/clock';
import type { AppConfig } from '@/foundation/config/config';
import { EventBus } from '@/foundation/events/event-bus';
import type { Log } from '@/foundation/logging/log';
import { ask, resolveTo } from '../../../../../test/support/door-street';
import { EgressDialler } from './egress-dialler';
import { EgressUnavailable } from './egress.errors';
import { EgressReported } from './egress.events';
import { holdFolder } from './socket-folder';
import { SocketGate } from './socket-gate.adapter';

class SilentLog {
  readonly lines: object[] = [];
  info(facts: object): void {
    this.lines.push(facts);
  }
}

const HOSTS = ['api.example:80'];
let folder: string;
const gates: SocketGate[] = [];

beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), 'gate-'))));
afterEach(async () => {
  for (const gate of gates.splice(0)) await gate.onApplicationShutdown();
  await rm(folder, { recursive: true });
});

function aGate(directory = path.join(folder, 'egress')) {
  const log = new SilentLog();
  const events = new EventBus(log as unknown as Log);
  const reports: EgressReported[] = [];
  events.subscribe(EgressReported, (report) => void reports.push(report));
  const dialler = new EgressDialler({
    allowed: () => Promise.resolve(new Set()),
    resolve: resolveTo('127.0.0.1'),
    connectMs: 1_000,
  });
  const config = { egress: { directory, privateAddresses: [] } } as unknown as AppConfig;
  const gate = new SocketGate(config, dialler, new SystemClock(), events, log as unknown as Log);
  gates.push(gate);
  return { gate, reports, log, directory };
}

const modeOf = async (place: string) => ((await stat(place)).mode & 0o777).toString(8);
const longAgo = new Date(Date.now() - 120_000);

/** As a killed server leaves it: with its socket, at which nobody listens. */
async function aLeftover(directory: string, name: string): Promise<void> {
  const left = path.join(directory, name);
  await mkdir(left, { recursive: true });
  const listen = `require('net').createServer().listen('${left}/proxy.sock', () => console.log())`;
  const server = spawn(process.execPath, ['-e', listen], { env: {} });
  await once(server.stdout, 'data');
  server.kill('SIGKILL');
  await once(server, 'close');
  expect((await stat(path.join(left, 'proxy.sock'))).isSocket()).toBe(true);
  await utimes(left, longAgo, longAgo);
}

it('gives each container a folder of its own that a stranger can enter and not list', async () => {
  const { gate, directory } = aGate();
  const [one, two] = await Promise.all([gate.open(HOSTS, 'ann'), gate.open(HOSTS, 'bob')]);

  expect(one.directory).not.toBe(two.directory);
  expect(path.dirname(one.directory)).toBe(directory);
  expect(await modeOf(directory)).toBe('700');
  expect(await modeOf(one.directory)).toBe('711');
  expect(await modeOf(path.join(one.directory, 'proxy.sock'))).toMatch(/^[67]{3}$/);
});

it('closes once, and leaves nothing', async () => {
  const { gate, directory } = aGate();
  const opened = await gate.open(HOSTS, 'ann');
  const socket = connect(path.join(opened.directory, 'proxy.sock'));
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  await Promise.all([opened.close(), opened.close(), once(socket, 'close')]);

  expect(await readdir(directory)).toEqual([]);
});

it('closes what is open when the server stops', async () => {
  const { gate, directory } = aGate();
  await gate.open(HOSTS, 'ann');
  await gate.open(HOSTS, 'bob');
  await gate.onApplicationShutdown();
  expect(await readdir(directory)).toEqual([]);
});

it('works below a folder whose path is longer than an address of a socket', async () => {
  const { gate, directory } = aGate(path.join(folder, 'x'.repeat(120), 'y'.repeat(120)));
  const opened = await gate.open(HOSTS, 'ann');
  const held = await holdFolder(opened.directory);

  expect(await ask(held.socketPath, 'http://evil.example/')).toMatchObject({ status: 403 });
  await held.release();
  await gate.sweep();
  expect(await readdir(directory)).toHaveLength(1);
  await opened.close();
  expect(await readdir(directory)).toEqual([]);
});

it('tells after each call what was asked for and what became of it', async () => {
  const { gate, reports, log } = aGate();
  const opened = await gate.open(HOSTS, 'ann');
  const socketPath = path.join(opened.directory, 'proxy.sock');
  await ask(socketPath, 'http://evil.example/');
  await opened.beginCall();
  await ask(socketPath, 'http://api.example/');
  await opened.close();

  const entryOf = (hostPort: string, decision: string) => ({
    ownerId: 'ann',
    entries: [{ hostPort, decision, times: 1, bytes: 0 }],
  });
  expect(reports).toEqual([
    entryOf('evil.example:80', 'host_not_allowed'),
    entryOf('api.example:80', 'private_address'),
  ]);
  expect(log.lines).toHaveLength(2);
});

it('says what is wrong when it cannot make a folder', async () => {
  await writeFile(path.join(folder, 'taken'), '');
  const { gate } = aGate(path.join(folder, 'taken'));
  const refusal = await gate.open(HOSTS, 'ann').catch((thrown: unknown) => thrown);
  expect(refusal).toBeInstanceOf(EgressUnavailable);
  expect((refusal as EgressUnavailable).advice?.en).toContain('taken');
});

it('sweeps what a killed server left, and nothing else', async () => {
  const { gate: other, directory } = aGate();
  const theirs = await other.open(HOSTS, 'ann');
  await utimes(theirs.directory, longAgo, longAgo);
  const { gate } = aGate(directory);
  const ours = await gate.open(HOSTS, 'bob');
  await utimes(ours.directory, longAgo, longAgo);
  await aLeftover(directory, 'a'.repeat(32));
  await aLeftover(directory, 'not-ours');
  // Another server may be about to listen here.
  await mkdir(path.join(directory, 'b'.repeat(32)));

  expect(await gate.sweep()).toBe(1);
  const left = [theirs.directory, ours.directory].map((it) => path.basename(it));
  expect((await readdir(directory)).sort()).toEqual([...left, 'b'.repeat(32), 'not-ours'].sort());
});
