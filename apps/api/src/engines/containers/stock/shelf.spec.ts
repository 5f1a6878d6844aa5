import type { ContainerConnection } from '../container-connection';
import { Shelf } from './shelf';
import { StockTarget } from './stock-target';

const now = new Date('2026-01-01T00:00:00Z');
const shape = { memoryMb: 512, cpus: 1, pids: 256, allowedHosts: [] };
const never = () => new AbortController().signal;

const shelved = (name: string, changes: { isWaiting?: boolean; imageId?: string } = {}) => {
  const { isWaiting = true, imageId = 'new' } = changes;
  const connection = { name, isWaiting } as ContainerConnection;
  return { connection, imageId, since: now.getTime() };
};

describe('Shelf', () => {
  const shelf = (least = 0, most = 4) => new Shelf(shape, '', new StockTarget(least, most));

  it('gives the oldest first and passes over the dead', () => {
    const it = shelf();
    const [dead, one, two] = [shelved('dead', { isWaiting: false }), shelved('1'), shelved('2')];
    for (const each of [dead, one, two]) it.place(each);

    expect([it.take(now), it.take(now), it.take(now)]).toEqual([
      one.connection,
      two.connection,
      null,
    ]);
  });

  it('counts what is wanted: calls that wait, the target, less what is there or being made', async () => {
    const it = shelf(2);
    expect(it.missing(now)).toBe(2);
    const waiting = it.wait(never());
    it.opening = 1;
    expect([it.missing(now), it.unserved]).toEqual([2, 0]);
    const given = shelved('1');
    expect(it.place(given)).toBe(true);
    it.opening = 0;

    expect(await waiting).toBe(given.connection);
    expect(it.missing(now)).toBe(2);
    expect(it.place(shelved('2'))).toBe(false);
    expect(it.missing(now)).toBe(1);
  });

  it('gives up what is outdated, too much or too old', () => {
    const it = shelf(1);
    const [old, fresh, more] = [shelved('old', { imageId: 'old' }), shelved('1'), shelved('2')];
    for (const each of [old, fresh, more]) it.place(each);

    expect(it.takeOutdated('new')).toEqual([old.connection]);
    expect(it.takeSuperfluous(now, 1_000)).toBe(fresh.connection);
    expect(it.takeSuperfluous(now, 1_000)).toBeNull();
    expect(it.takeSuperfluous(new Date(now.getTime() + 1_001), 1_000)).toBe(more.connection);
  });

  it('is needed while anybody may come for it', async () => {
    const it = shelf(0);
    expect(it.isNeeded(now)).toBe(false);
    const waiting = it.wait(never());
    expect(it.isNeeded(now)).toBe(true);
    it.refuseWaiters(new RangeError('stopping'));

    await expect(waiting).rejects.toThrow('stopping');
    expect(it.isNeeded(now)).toBe(false);
  });
});
