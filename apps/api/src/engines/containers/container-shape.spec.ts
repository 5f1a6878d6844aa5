import { boundsOf, keyOfShape, shapeOf } from './container-shape';

const usual = { memoryMb: 512, cpus: 1, pids: 256 };
const most = { memoryMb: 1024, cpus: 4, pids: 512 };
const bounds = { usual, most };

describe('the shape of a container', () => {
  it('is the usual one for a call that asks for nothing', () => {
    expect(shapeOf({}, bounds)).toEqual({ ...usual, allowedHosts: [] });
  });

  it('takes each limit by itself', () => {
    expect(shapeOf({ limits: { cpus: 0.5 } }, bounds)).toMatchObject({ ...usual, cpus: 0.5 });
  });

  it('stays within what the operator allows and what can work', () => {
    const greedy = { memoryMb: 1e9, cpus: 64, pids: 1e6 };
    const tiny = { memoryMb: 1, cpus: 0, pids: 1 };

    expect(shapeOf({ limits: greedy }, bounds)).toMatchObject(most);
    expect(shapeOf({ limits: tiny }, bounds)).toMatchObject({ memoryMb: 64, cpus: 0.05, pids: 8 });
  });

  it('keeps a default that is larger than the maximum within it too', () => {
    expect(shapeOf({}, { usual: { ...usual, pids: 9_999 }, most }).pids).toBe(512);
  });

  it('never asks for more processors than the engine has', () => {
    const config = { usual, most } as Parameters<typeof boundsOf>[0];

    expect(boundsOf(config, 2).most.cpus).toBe(2);
  });

  it('is the same for the same hosts in another order, and another for another host', () => {
    const keyFor = (...allowedHosts: string[]) => keyOfShape(shapeOf({ allowedHosts }, bounds));

    expect(keyFor('b:1', 'a:1', 'a:1')).toBe(keyFor('a:1', 'b:1'));
    expect(keyFor('a:1')).not.toBe(keyFor('a:2'));
    expect(keyFor('a:1')).not.toBe(keyFor());
  });
});
