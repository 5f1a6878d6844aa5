import { runcWarning } from './runc-floor';

describe('runcWarning', () => {
  it('warns below the first mended releases (S-28)', () => {
    for (const runc of ['1.1.12', '1.2.7', 'v1.3.2', '1.3.0-rc.1']) {
      expect(runcWarning({ runc })).toContain('known container escapes');
    }
  });

  it('trusts the builds of a distribution, which mends without a new number', () => {
    expect(runcWarning({ runc: '1.1.5+ds1' })).toBeNull();
  });

  it('says nothing of mended, newer and other runtimes', () => {
    for (const runc of ['1.2.8', '1.3.3', '1.4.0', '2.0.0'])
      expect(runcWarning({ runc })).toBeNull();
    expect(runcWarning({ crun: '1.0' })).toBeNull();
  });
});
