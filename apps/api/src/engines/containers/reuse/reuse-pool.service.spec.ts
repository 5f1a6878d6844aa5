import type { AppConfig } from '@/foundation/config/config';
import { FixedClock } from '../../../../../../test/support/fixed-clock';
import type { ContainerConnection } from '../container-connection';
import type { ContainerMaker } from '../container-maker.service';
import type { EngineWatch } from '../engine-watch.service';
import type { ContainerStock } from '../stock/container-stock.service';
import { ReusePool, type Lease } from './reuse-pool.service';

const shape = { memoryMb: 512, cpus: 1, pids: 256, allowedHosts: [] };
const settled = () => new Promise((resolve) => setImmediate(resolve));

function open(atOnce = 4, perPerson = 2) {
  const clock = new FixedClock();
  const seen = { made: 0, discarded: [] as string[] };
  const watch = { imageId: 'one', problem: null, requireReady: () => undefined, changed: () => {} };
  const engine = { ...watch, onChange: (listener: () => void) => (engine.changed = listener) };
  const stock = {
    take: () => Promise.resolve({ name: `c${++seen.made}`, isWaiting: true, isClosed: false }),
    discard: ({ name }: ContainerConnection) => Promise.resolve(void seen.discarded.push(name)),
  };
  const maker = { renew: () => Promise.resolve(true) };
  const pool = new ReusePool(
    { containers: { atOnce, perPerson } } as AppConfig,
    engine as unknown as EngineWatch,
    stock as unknown as ContainerStock,
    maker as unknown as ContainerMaker,
    clock,
  );
  const take = async (key: string): Promise<Lease> => {
    const { signal } = new AbortController();
    const lease = await pool.take({ key, shape, ownerId: 'ada', signal });
    if (!lease) throw new Error('no container');
    return lease;
  };
  const call = async (key: string, isClean = true): Promise<string> => {
    const lease = await take(key);
    lease.end(isClean);
    await settled();
    return lease.connection.name;
  };
  return { pool, clock, engine, maker, seen, take, call };
}

describe('ReusePool', () => {
  it('keeps a container for its key, and gives it to no other', async () => {
    const { call } = open();

    expect([await call('a'), await call('a'), await call('b'), await call('a')]).toEqual([
      'c1',
      'c1',
      'c2',
      'c1',
    ]);
  });

  it('throws a container away whose call did not end well, or that cannot tidy up', async () => {
    const { call, maker, seen } = open();
    await call('a', false);
    maker.renew = () => Promise.resolve(false);
    await call('a');
    maker.renew = () => Promise.resolve(true);

    expect(await call('a')).toBe('c3');
    expect(seen.discarded).toEqual(['c1', 'c2']);
  });

  it('lets a container serve so many calls and tells it which one is its last', async () => {
    const { take, seen } = open();
    const wishes: boolean[] = [];
    for (let i = 0; i < 501; i++) {
      const lease = await take('a');
      wishes.push(lease.isKept);
      lease.end(true);
      await settled();
    }

    expect(wishes.slice(498)).toEqual([true, false, true]);
    expect(seen.discarded).toEqual(['c1']);
  });

  it('opens as many for a key as its person may use at once, and no more', async () => {
    const { take, seen } = open();
    const [one, two] = await Promise.all([take('a'), take('a')]);
    const third = take('a');
    await settled();
    expect(seen.made).toBe(2);
    one.end(true);

    expect((await third).connection.name).toBe(one.connection.name);
    expect(two.connection.name).not.toBe(one.connection.name);
  });

  it('makes room with the one unused longest', async () => {
    const { call, clock, seen, pool } = open(2, 1);
    for (const key of ['a', 'b', 'c']) {
      await call(key);
      clock.pass(1_000);
    }

    expect(seen.discarded).toEqual(['c1']);
    expect(pool.size).toBe(2);
  });

  it('goes with a new image, and with old age', async () => {
    const { call, clock, engine, seen } = open();
    await call('a');
    engine.imageId = 'two';
    engine.changed();
    expect(seen.discarded).toEqual(['c1']);
    await call('a');
    clock.pass(11 * 60_000);
    await call('a');

    expect(seen.discarded).toEqual(['c1', 'c2']);
  });

  it('leaves when it is idle for a minute, and leaves nothing at the end', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    const { pool, call, clock, seen } = open();
    pool.onModuleInit();
    await call('a');
    await call('b');
    clock.pass(61_000);
    await call('b');
    jest.advanceTimersByTime(5_000);
    expect(seen.discarded).toEqual(['c1']);
    pool.onApplicationShutdown();
    jest.useRealTimers();

    expect(seen.discarded).toEqual(['c1', 'c2']);
    expect(pool.size).toBe(0);
  });
});
