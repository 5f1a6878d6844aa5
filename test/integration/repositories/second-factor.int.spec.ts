import { codeAt } from '@/people/auth/second-factor/one-time-code';
import { SecondFactor } from '@/people/auth/second-factor/second-factor.entity';
import { cookieOf, PASSWORD, PeopleApp } from '../../support/people-app';

const STEP = 30_000;
const MINUTE = 60_000;

let app: PeopleApp;
/** Failures are counted per address too, so each test comes from another one. */
let tests = 0;
beforeAll(async () => {
  app = await PeopleApp.start({ TRUSTED_PROXIES: '1' });
});
afterAll(() => app?.close());
beforeEach(async () => {
  await app.empty();
  tests += 1;
});

const send = (path: string, body: object, cookie = '') =>
  app
    .http('post', `/api/auth/${path}`)
    .set('Cookie', cookie)
    .set('X-Forwarded-For', `203.0.113.${tests}`)
    .send(body);
const code = (secret: string, steps = 0) =>
  codeAt(secret, Math.floor(app.clock.now().getTime() / STEP) + steps);
const logIn = async (email: string) =>
  (await send('login', { email, password: PASSWORD })).body as { ticket: string };
const enter = (ticket: string, given: string) => send('login/code', { ticket, code: given });

/** Somebody whose second factor is on. */
async function guarded() {
  const { user, cookie, caller } = await app.guest('user');
  const begun = await send('totp/begin', { password: PASSWORD }, cookie);
  const secret = begun.body.secret as string;
  const confirmed = await send('totp/confirm', { code: code(secret) }, cookie);
  app.clock.pass(STEP);
  return { user, cookie, caller, secret, codes: confirmed.body.recoveryCodes as string[] };
}

it('is on only once the app proved its secret, and then no password alone opens a session (S-16)', async () => {
  const { user, cookie } = await app.guest('user');
  expect((await send('totp/begin', { password: 'guess' }, cookie)).body.code).toBe(
    'wrong_password',
  );
  const { body } = await send('totp/begin', { password: PASSWORD }, cookie);
  expect(body.uri).toContain(encodeURIComponent(user.email));
  expect((await send('totp/confirm', { code: '000000' }, cookie)).body.code).toBe('wrong_code');
  expect(await logIn(user.email)).toMatchObject({ id: user.id });
  const confirmed = await send('totp/confirm', { code: code(body.secret) }, cookie);
  expect(new Set(confirmed.body.recoveryCodes).size).toBe(10);
  const answer = await send('login', { email: user.email, password: PASSWORD });
  expect(answer.body).toEqual({ needsCode: true, ticket: expect.any(String) });
  expect(answer.headers['set-cookie']).toBeUndefined();
  app.clock.pass(STEP);
  const entered = await enter(answer.body.ticket, code(body.secret));
  expect(entered.body).toMatchObject({ id: user.id });
  const me = await app.http('get', '/api/auth/me').set('Cookie', cookieOf(entered));
  expect(me.status).toBe(200);
});

it('takes no code twice, not even at once, and not the one that turned it on (S-16)', async () => {
  const { user, cookie } = await app.guest('user');
  const { secret } = (await send('totp/begin', { password: PASSWORD }, cookie)).body;
  const first = code(secret);
  await send('totp/confirm', { code: first }, cookie);
  expect((await enter((await logIn(user.email)).ticket, first)).body.code).toBe('wrong_code');
  app.clock.pass(STEP);
  const { ticket } = await logIn(user.email);
  const next = code(secret);
  const answers = await Promise.all([
    enter(ticket, next),
    enter(ticket, next),
    enter(ticket, next),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  const again = await enter((await logIn(user.email)).ticket, next);
  expect(again.body.code).toBe('wrong_code');
  const older = await enter((await logIn(user.email)).ticket, code(secret, -1));
  expect(older.body.code).toBe('wrong_code');
});

it('takes each recovery code once, and only its owner’s', async () => {
  const { user, codes } = await guarded();
  const other = await guarded();
  const enterWith = async (email: string, given: string) =>
    (await enter((await logIn(email)).ticket, given)).status;
  expect(await enterWith(other.user.email, codes[0]!)).toBe(400);
  expect(await enterWith(user.email, codes[0]!.toLowerCase().replaceAll('-', ' '))).toBe(200);
  expect(await enterWith(user.email, codes[0]!)).toBe(400);
  expect(await enterWith(user.email, codes[1]!)).toBe(200);
});

it('has tickets for five tries and five minutes, one a person, good for nothing else (S-16, S-17)', async () => {
  const { user, secret, cookie } = await guarded();
  const { ticket } = await logIn(user.email);
  const old = await logIn(user.email);
  expect((await enter(ticket, code(secret))).body.code).toBe('ticket_not_valid');
  for (let i = 0; i < 5; i += 1)
    expect((await enter(old.ticket, '000000')).body.code).toBe('wrong_code');
  expect((await enter(old.ticket, code(secret))).body.code).toBe('ticket_not_valid');
  const late = await logIn(user.email);
  app.clock.pass(5 * MINUTE);
  expect((await enter(late.ticket, code(secret))).body.code).toBe('ticket_not_valid');
  const fresh = await logIn(user.email);
  const stolen = await app
    .http('get', '/api/auth/me')
    .set('Cookie', `toolyard_session=${fresh.ticket}`);
  expect(stolen.status).toBe(401);
  const asLink = await send('invitations/check', { token: fresh.ticket });
  expect(asLink.status).toBe(400);
  expect((await enter(cookie.split('=')[1]!, code(secret))).body.code).toBe('ticket_not_valid');
});

it.each([null, '', undefined, [], {}, 5])(
  'answers 400 to the ticket or code %p (S-17)',
  async (odd) => {
    expect((await send('login/code', { ticket: odd, code: '123456' })).status).toBe(400);
    expect((await send('login/code', { ticket: 'x'.repeat(43), code: odd })).status).toBe(400);
  },
);

it('stops counting guesses over tickets at ten, with Retry-After (S-17)', async () => {
  const { user, secret } = await guarded();
  const statuses: number[] = [];
  for (let i = 0; i < 3; i += 1) {
    const { ticket } = await logIn(user.email);
    for (let j = 0; j < 4; j += 1) statuses.push((await enter(ticket, '000000')).status);
  }
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(2);
  const { ticket } = await logIn(user.email);
  const refused = await enter(ticket, code(secret));
  expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
});

it('cannot be got out of a dump: secret sealed to its owner, codes hashed (S-16)', async () => {
  const [a, b] = [await guarded(), await guarded()];
  const tables = ['second_factors', 'recovery_codes', 'login_tickets'];
  const { ticket } = await logIn(a.user.email);
  const rows = await Promise.all(tables.map((each) => app.database.query(`SELECT * FROM ${each}`)));
  const dump = JSON.stringify(rows);
  for (const secret of [a.secret, ticket, ...a.codes]) expect(dump).not.toContain(secret);
  const row = await app.database.rows(SecondFactor).findOneByOrFail({ userId: a.user.id });
  const { sealedSecret } = row;
  await app.database.rows(SecondFactor).update({ userId: b.user.id }, { sealedSecret });
  const swapped = await logIn(b.user.email);
  expect((await enter(swapped.ticket, code(a.secret))).body.code).toBe('wrong_code');
});

it('is turned off and given new codes only with password and code; old codes end', async () => {
  const { user, cookie, secret, codes } = await guarded();
  const change = (path: string, password: string, given: string) =>
    send(`totp/${path}`, { password, code: given }, cookie);
  expect((await change('remove', 'guess', code(secret))).body.code).toBe('wrong_password');
  expect((await change('remove', PASSWORD, '000000')).body.code).toBe('wrong_code');
  expect((await send('totp/begin', { password: PASSWORD }, cookie)).body.code).toBe(
    'second_factor_on',
  );
  const renewed = await change('recovery-codes', PASSWORD, code(secret));
  expect(renewed.body.recoveryCodes).toHaveLength(10);
  expect((await enter((await logIn(user.email)).ticket, codes[0]!)).body.code).toBe('wrong_code');
  expect((await change('remove', PASSWORD, renewed.body.recoveryCodes[0])).status).toBe(204);
  expect(await logIn(user.email)).toMatchObject({ id: user.id });
  const left = await app.http('get', '/api/auth/totp').set('Cookie', cookie);
  expect(left.body).toEqual({ isOn: false, recoveryCodesLeft: 0 });
});

it('is asked for after a reset link too, and an administrator can take it away', async () => {
  const { user } = await guarded();
  const admin = await app.guest('admin');
  const made = await app
    .http('post', `/api/admin/users/${user.id}/reset`)
    .set('Cookie', admin.cookie);
  const token = (made.body.link as string).split('#')[1];
  const accepted = await send('invitations/accept', { token, password: PASSWORD });
  expect(accepted.body).toMatchObject({ needsCode: true });
  expect(accepted.headers['set-cookie']).toBeUndefined();
  const takeAway = () =>
    app.http('delete', `/api/admin/users/${user.id}/second-factor`).set('Cookie', admin.cookie);
  expect((await takeAway()).status).toBe(204);
  expect((await takeAway()).status).toBe(204);
  expect(await logIn(user.email)).toMatchObject({ id: user.id });
});
