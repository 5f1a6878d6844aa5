import { TooManyAttempts } from './auth.errors';
import { LoginLimits } from './login-limits.service';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const ANN = 'ann@example.org';

async function fail(limits: LoginLimits, times: number, attempt: (i: number) => [string, string]) {
  for (let i = 0; i < times; i += 1) {
    const [account, address] = attempt(i);
    await limits.recordFailure({ account, address });
  }
}

it('closes an account after ten failures from anywhere, for five minutes and not for ever (S-17)', async () => {
  const limits = new LoginLimits();
  await fail(limits, 9, (i) => [ANN, `203.0.113.${i}`]);
  await limits.check({ account: ANN, address: '198.51.100.1' });
  await fail(limits, 1, () => ['ANN@example.org', '203.0.113.50']);
  const refused = await limits
    .check({ account: ANN, address: '198.51.100.1' })
    .catch((thrown: unknown) => thrown);
  expect(refused).toBeInstanceOf(TooManyAttempts);
  expect((refused as TooManyAttempts).retryAfterMs).toBeGreaterThan(0);
  expect((refused as TooManyAttempts).retryAfterMs).toBeLessThanOrEqual(300_000);
  jest.advanceTimersByTime(300_001);
  await limits.check({ account: ANN, address: '198.51.100.1' });
});

it('closes an address after fifteen failures at any accounts, a whole IPv6 network included (S-17)', async () => {
  const limits = new LoginLimits();
  await fail(limits, 15, (i) => [`p${i}@example.org`, `2001:db8:0:1::${i + 1}`]);
  await expect(limits.check({ account: ANN, address: '2001:db8:0:1::ffff' })).rejects.toThrow();
  await limits.check({ account: ANN, address: '2001:db8:0:2::1' });
});

it('leaves the place open where the person signed in before, until that place itself guesses', async () => {
  const limits = new LoginLimits();
  const home = { account: ANN, address: '198.51.100.1' };
  limits.recordSuccess(home);
  await fail(limits, 10, (i) => [ANN, `203.0.113.${i}`]);
  await expect(limits.check({ account: ANN, address: '203.0.113.99' })).rejects.toThrow();
  await limits.check(home);
  await fail(limits, 10, () => [ANN, home.address]);
  await expect(limits.check(home)).rejects.toThrow(TooManyAttempts);
});
