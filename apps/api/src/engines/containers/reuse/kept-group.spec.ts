import type { ContainerConnection } from '../container-connection';
import { KeptGroup, type Kept } from './kept-group';

const shape = { memoryMb: 512, cpus: 1, pids: 256, allowedHosts: [] };

const aKept = (idleSince = 0, isWaiting = true): Kept => ({
  connection: { isWaiting } as ContainerConnection,
  imageId: 'image',
  since: 0,
  idleSince,
  calls: 0,
  isBusy: false,
});

const never = () => new AbortController().signal;

describe('KeptGroup', () => {
  const group = () => new KeptGroup(shape, 'ada');

  it('gives the container that was used last, and each to one call at a time', () => {
    const it = group();
    const [old, recent] = [aKept(1), aKept(2)];
    it.place(old);
    it.place(recent);

    expect(it.takeIdle()).toBe(recent);
    expect(it.takeIdle()).toBe(old);
    expect(it.takeIdle()).toBeNull();
  });

  it('passes over a container that is not ready', () => {
    const it = group();
    it.place(aKept(1, false));

    expect(it.takeIdle()).toBeNull();
    expect(it.size).toBe(1);
  });

  it('serves those who wait in their order', async () => {
    const it = group();
    const [first, second] = [it.wait(never()), it.wait(never())];
    const [one, two] = [aKept(), aKept()];
    it.place(one);
    it.place(two);

    expect(await Promise.all([first, second])).toEqual([one, two]);
    expect([one.isBusy, two.isBusy]).toEqual([true, true]);
  });

  it('forgets a call that was cancelled while it waited', async () => {
    const it = group();
    const stop = new AbortController();
    const [gone, patient] = [it.wait(stop.signal), it.wait(never())];
    stop.abort();
    const kept = aKept();
    it.place(kept);

    expect(await gone).toBeNull();
    expect(await patient).toBe(kept);
    expect(await it.wait(AbortSignal.abort())).toBeNull();
  });

  it('needs more containers than are on their way when more calls wait', () => {
    const it = group();
    void it.wait(never());
    expect(it.needsMore).toBe(true);
    it.growing = 1;
    expect(it.needsMore).toBe(false);
    expect(it.isEmpty).toBe(false);
  });

  it('tells those who wait why there is none', async () => {
    const it = group();
    const waiting = it.wait(never());
    it.refuseWaiters(new RangeError('no engine'));

    await expect(waiting).rejects.toThrow('no engine');
    expect(it.isEmpty).toBe(true);
  });
});
