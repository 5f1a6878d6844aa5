import { IdLock } from './id-lock';

describe('IdLock', () => {
  it('lets writes to one id wait for each other, also after a failure (A-087)', async () => {
    const lock = new IdLock();
    const steps: string[] = [];
    const work =
      (name: string, fails = false) =>
      async () => {
        steps.push(`${name}+`);
        await Promise.resolve();
        steps.push(`${name}-`);
        if (fails) throw new RangeError(name);
      };
    const all = [
      lock.run('A', work('1', true)),
      lock.run('a', work('2')),
      lock.run('b', work('3')),
    ];
    await Promise.allSettled(all);
    expect(steps.filter((step) => !step.startsWith('3'))).toEqual(['1+', '1-', '2+', '2-']);
    expect(steps.indexOf('3+')).toBeLessThan(steps.indexOf('2+'));
  });
});
