import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { EgressGate, type OpenGate } from '@/engines/containers/egress-gate';
import { docker, RealContainers, until } from '../../support/real-containers';

const MIB = 1024 * 1024;

interface HostConfig {
  Memory: number;
  MemorySwap: number;
  NanoCpus: number;
  PidsLimit: number;
  NetworkMode: string;
  Mounts?: unknown[];
}

/** Opens folders with a socket that greets, and remembers what became of them. */
class GreetingGate extends EgressGate {
  readonly events: string[] = [];

  override async open(hosts: readonly string[], ownerId: string): Promise<OpenGate> {
    const directory = mkdtempSync(path.join(os.tmpdir(), 'toolyard-gate-'));
    chmodSync(directory, 0o711);
    const server = net.createServer((line) => line.end('hello from outside'));
    await new Promise<void>((resolve) => server.listen(`${directory}/proxy.sock`, resolve));
    chmodSync(`${directory}/proxy.sock`, 0o666);
    this.events.push(`open ${hosts.join()} for ${ownerId}`);
    let isOpen = true;
    return {
      directory,
      beginCall: () => Promise.resolve(void this.events.push('call')),
      close: () => {
        if (isOpen) this.events.push('close');
        isOpen = false;
        server.close();
        rmSync(directory, { recursive: true, force: true });
        return Promise.resolve();
      },
    };
  }
}

const GREET = `
import socket
line = socket.create_connection(('127.0.0.1', 3128), timeout=5)
print(line.recv(100).decode())`;

/** The engine's own id of the container stands in the sources of its mounts. */
const TELL_AND_WAIT = `
import re, time
print(re.search('/containers/([0-9a-f]{64})/', open('/proc/self/mountinfo').read()).group(1), flush=True)
time.sleep(1000)`;

describe('the shape of a container', () => {
  const gate = new GreetingGate();
  const room = new RealContainers(
    { CONTAINER_STOCK: '1', CONTAINER_MEMORY_MB_MAX: '600', CONTAINERS_PER_PERSON: '1' },
    gate,
  );

  beforeAll(() => room.start());
  afterAll(() => room.stop());

  const inspect = (id: string) =>
    (
      JSON.parse(docker('inspect', id)) as [{ HostConfig: HostConfig; Config: { Env: string[] } }]
    )[0];

  /** Looks at the container of a call from outside while it runs; only the script itself knows which one it is in. */
  const lookAt = async (changes: Parameters<RealContainers['run']>[1]) => {
    const stop = new AbortController();
    let told = '';
    let seen = null as ReturnType<typeof inspect> | null;
    await room.run(TELL_AND_WAIT, {
      ...changes,
      signal: stop.signal,
      onOutput: (_, text) => {
        told += text;
        if (!told.includes('\n')) return;
        seen = inspect(told.trim());
        stop.abort();
      },
    });
    return seen;
  };

  it('is what the call asks for, within what the operator allows (S-31)', async () => {
    await until(() => room.stock.idle === 1, 20_000);
    const seen = await lookAt({ limits: { memoryMb: 9_999, cpus: 0.5, pids: 20 } });

    expect(seen?.HostConfig).toMatchObject({
      Memory: 600 * MIB,
      MemorySwap: 600 * MIB,
      NanoCpus: 5e8,
      PidsLimit: 20,
      NetworkMode: 'none',
    });
    expect(seen?.HostConfig.Mounts ?? []).toEqual([]);
  });

  it('ends a script at its own memory and its own processes', async () => {
    const oom = await room.run('x = bytearray(10**8)\nfor i in range(0, 10**8, 4096): x[i] = 1', {
      limits: { memoryMb: 64 },
    });
    const crowded = await room.run(
      'import os\nn = 0\ntry:\n  while True:\n    if os.fork() == 0: os._exit(0) if n > 99 else __import__("time").sleep(60)\n    n += 1\nexcept OSError: print(n)',
      { limits: { pids: 10 } },
    );

    expect(oom.state).toBe('oom');
    expect(crowded).toMatchObject({ state: 'completed', stdout: '8\n' });
  });

  it('is in stock for a while after it was called for', async () => {
    const limits = { memoryMb: 100 };
    await room.run('print(1)', { limits });
    await until(() => room.stock.idle >= 2, 20_000);

    expect(await room.run('print(2)', { limits })).toMatchObject({ stdout: '2\n' });
  });

  it('has one way out when it names hosts, for as long as it lives, and no network', async () => {
    const allowedHosts = ['example.org:443'];
    const result = await room.run(GREET, { allowedHosts, ownerId: 'ada' });
    await until(() => gate.events.includes('close'), 20_000);

    expect(result).toMatchObject({ stdout: 'hello from outside\n', stderr: '' });
    expect(gate.events).toEqual(['open example.org:443 for ada', 'close']);
    expect(await room.run(GREET)).toMatchObject({ state: 'error' });
    const seen = await lookAt({ allowedHosts });
    expect(seen?.HostConfig).toMatchObject({
      NetworkMode: 'none',
      Mounts: [{ Type: 'bind', Target: '/run/egress', ReadOnly: true }],
    });
    expect(seen?.Config.Env).toContain('HTTPS_PROXY=http://127.0.0.1:3128');
  });

  it('keeps its way out when it is kept, and tells the gate where a call begins', async () => {
    gate.events.length = 0;
    const changes = { allowedHosts: ['example.org:80'], reuseKey: 'kept' };
    const first = await room.run(GREET, changes);
    const second = await room.run(`import os; os.kill(-1, 9) if 0 else None\n${GREET}`, changes);

    expect([first.stdout, second.stdout]).toEqual(Array(2).fill('hello from outside\n'));
    expect(second.containerId).toBe(first.containerId);
    expect(gate.events.slice(0, 2)).toEqual(['open example.org:80 for someone', 'call']);
  });
});
