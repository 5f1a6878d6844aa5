import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { docker, listContainers, RealContainers, until } from '../../support/real-containers';

describe('what a crash leaves behind', () => {
  const made: string[] = [];

  afterAll(() => {
    for (const name of made) docker('rm', '--force', name);
  });

  /** A container made by somebody else, running or only created. */
  const aContainer = (state: 'running' | 'created', labels: Record<string, string>): string => {
    const name = `toolyard-stranger-${randomBytes(6).toString('hex')}`;
    const { image } = new RealContainers().config.containers;
    const flags = Object.entries(labels).flatMap(([key, value]) => ['--label', `${key}=${value}`]);
    docker('create', '--name', name, '--network', 'none', ...flags, image, 'sleep', '600');
    if (state === 'running') docker('start', name);
    made.push(name);
    return name;
  };
  const exists = (name: string): boolean => docker('ps', '-aq', '--filter', `name=${name}`) !== '';

  it('is nothing: kill -9 of the server takes idle and running containers with it (fault 38)', async () => {
    const server = spawn(process.execPath, [path.join(__dirname, 'server-process.cjs')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [printed] = (await new Promise((resolve) =>
      server.stdout.once('data', (it) => resolve([it])),
    )) as [Buffer];
    const label = `toolyard.instance=${printed.toString().trim()}`;
    expect(listContainers(label).length).toBeGreaterThanOrEqual(3);

    server.kill('SIGKILL');
    await until(() => listContainers(label).length === 0, 5_000);
  });

  it('is swept when expired or of this server, and strangers are left alone', async () => {
    const past = new Date(Date.now() - 1_000).toISOString();
    const future = new Date(Date.now() + 3_600_000).toISOString();
    const room = new RealContainers({ CONTAINER_STOCK: '1', CONTAINER_STOCK_MAX: '1' });
    const ours = { 'toolyard.role': 'tool', 'toolyard.instance': room.config.instanceId };
    const other = { 'toolyard.role': 'tool', 'toolyard.instance': 'another-server' };
    const stranger = aContainer('running', {});
    const sibling = aContainer('running', { 'toolyard.instance': 'another-server' });
    const alive = aContainer('running', { ...other, 'toolyard.expires': future });
    const beingMade = aContainer('created', { ...other, 'toolyard.expires': future });
    const expired = aContainer('running', { ...other, 'toolyard.expires': past });
    const forgotten = aContainer('created', { ...ours, 'toolyard.expires': future });

    await room.start();
    await until(() => room.stock.idle === 1, 20_000);
    await room.sweeper.sweep();

    expect([stranger, sibling, alive, beingMade].map(exists)).toEqual([true, true, true, true]);
    expect([expired, forgotten].map(exists)).toEqual([false, false]);
    expect(room.stock.idle).toBe(1);
    expect(await room.run('print(1)')).toMatchObject({ stdout: '1\n' });
    await room.stop();
    made.splice(made.indexOf(expired), 1);
    made.splice(made.indexOf(forgotten), 1);
  });

  it('is two servers on one engine, and neither touches the other', async () => {
    const [one, two] = [new RealContainers(), new RealContainers()];
    await Promise.all([one.start(), two.start()]);
    await until(() => one.stock.idle === 2 && two.stock.idle === 2, 30_000);
    const before = two.listOwn();

    await one.sweeper.sweep();
    await one.stop();

    expect(two.listOwn()).toEqual(before);
    expect(await two.run('print(2)')).toMatchObject({ stdout: '2\n' });
    await two.stop();
  });

  it('is nothing after an orderly stop in the middle of a call', async () => {
    const room = new RealContainers();
    await room.start();
    const running = room.run('while True: pass', { timeoutMs: 60_000 });
    await until(() => room.runtime.state().running === 1 && room.stock.idle > 0, 20_000);
    await room.stop();

    expect(await running).toMatchObject({ state: 'cancelled' });
    expect(room.listOwn()).toEqual([]);
    await expect(room.run('print(1)')).rejects.toMatchObject({ problem: 'stopping' });
  });
});
