import { PASSWORD, PeopleApp } from '../../support/people-app';

let app: PeopleApp;
let network = 0;
beforeAll(async () => (app = await PeopleApp.start({ TRUSTED_PROXIES: '1' })));
afterAll(() => app.close());
/** Each test has accounts and addresses of its own, because the counts outlive it. */
beforeEach(() => (network += 1));

const stranger = (i: number) => `203.0.${network}.${i}`;
const office = () => `198.51.${network}.7`;

const logIn = (email: string, password: string, address: string) =>
  app.http('post', '/api/auth/login').set('X-Forwarded-For', address).send({ email, password });

const statuses = async (count: number, attempt: (i: number) => ReturnType<typeof logIn>) => {
  const seen: number[] = [];
  for (let i = 0; i < count; i += 1) seen.push((await attempt(i)).status);
  return seen;
};

it('stops 20 guesses at one account from many addresses, not the person at the own desk (S-17)', async () => {
  const { email } = await app.person('user');
  expect((await logIn(email, PASSWORD, office())).status).toBe(200);
  const seen = await statuses(20, (i) => logIn(email, 'wrong password', stranger(i)));
  expect(seen.slice(0, 10)).toEqual(Array(10).fill(401));
  expect(seen.slice(10)).toEqual(Array(10).fill(429));
  const refused = await logIn(email, PASSWORD, stranger(99));
  expect(refused.body.code).toBe('too_many_attempts');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(300);
  expect(refused.body.retryAfterMs).toBeGreaterThan(0);
  expect((await logIn(email, PASSWORD, office())).status).toBe(200);
});

it('stops 20 guesses from one address at many accounts, known or not (S-17)', async () => {
  const { email } = await app.person('user');
  const seen = await statuses(20, (i) =>
    logIn(`p${network}.${i}@example.org`, 'wrong password', stranger(5)),
  );
  expect(seen.filter((status) => status === 429)).toHaveLength(5);
  expect((await logIn(email, PASSWORD, stranger(5))).status).toBe(429);
  expect((await logIn(email, PASSWORD, stranger(6))).status).toBe(200);
});

it('does not start counting anew for an address somebody claims (S-14, S-17)', async () => {
  const claims = (i: number) => `10.9.8.${i}, ${stranger(5)}`;
  const seen = await statuses(20, (i) =>
    logIn(`p${network}.${i}@example.org`, 'wrong password', claims(i)),
  );
  expect(seen.at(-1)).toBe(429);
});

it('does not let guesses sent at once outrun the counting', async () => {
  const { email } = await app.person('user');
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) => logIn(email, 'wrong password', stranger(i))),
  );
  const checked = answers.filter(({ status }) => status === 401);
  expect(checked.length).toBeLessThanOrEqual(12);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(40 - checked.length);
});

it('lets many people sign in from one office at once', async () => {
  const people = await Promise.all(Array.from({ length: 20 }, () => app.person('user')));
  const answers = await Promise.all(people.map(({ email }) => logIn(email, PASSWORD, office())));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
});

it('limits guesses at the current password of an open session', async () => {
  const { cookie } = await app.guest('user');
  const seen: number[] = [];
  for (let i = 0; i < 12; i += 1) {
    const body = { current: 'wrong password', next: 'a long password' };
    const answer = await app.http('post', '/api/auth/password').set('Cookie', cookie).send(body);
    seen.push(answer.status);
  }
  expect(seen).toEqual([...Array(10).fill(400), 429, 429]);
});

it('takes about as long to refuse an unknown e-mail as a known one', async () => {
  const { email } = await app.person('user');
  const time = async (who: string, i: number) => {
    const before = performance.now();
    await logIn(who, 'wrong password', stranger(i));
    return performance.now() - before;
  };
  const known: number[] = [];
  const unknown: number[] = [];
  for (let i = 0; i < 8; i += 1) {
    known.push(await time(email, i));
    unknown.push(await time(`u${network}.${i}@example.org`, 100 + i));
  }
  // Without the stand-in hash the unknown one would be over ten times faster.
  expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) / 3);
});
