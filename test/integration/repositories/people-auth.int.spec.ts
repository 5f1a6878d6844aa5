import { SessionToken } from '@/people/auth/sessions/session-token.entity';
import { Session } from '@/people/auth/sessions/session.entity';
import { SessionEnded } from '@/people/auth/auth.events';
import { AuthService } from '@/people/auth/auth.service';
import { LONGEST_SESSION_MS, SessionsService } from '@/people/auth/sessions/sessions.service';
import { InvitationsService } from '@/people/users/invitations.service';
import { Invitation } from '@/people/users/invitation.entity';
import { User } from '@/people/users/user.entity';
import { UsersService } from '@/people/users/users.service';
import { cookieOf, PASSWORD, PeopleApp } from '../../support/people-app';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let app: PeopleApp;
beforeAll(async () => (app = await PeopleApp.start()));
afterAll(() => app.close());

const logIn = (email: unknown, password: unknown = PASSWORD) =>
  app.http('post', '/api/auth/login').send({ email, password });
const me = (cookie: string) => app.http('get', '/api/auth/me').set('Cookie', cookie);
const tokenIn = (link: string) => link.replace('/welcome#', '');

describe('signing in', () => {
  it('sets a cookie that scripts cannot read and says who one is', async () => {
    const user = await app.person('user');
    const answer = await logIn(user.email.toUpperCase());
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id: user.id,
      email: user.email,
      name: 'user',
      role: 'user',
      locale: null,
    });
    const [cookie] = answer.headers['set-cookie'] as unknown as string[];
    expect(cookie).toMatch(
      /^toolyard_session=[\w-]{43}; Max-Age=2592000; Path=\/;.*HttpOnly; SameSite=Lax$/,
    );
    expect((await me(cookieOf(answer))).body.id).toBe(user.id);
  });

  it('gives one answer to a wrong password, an unknown, a disabled and an invited person', async () => {
    const disabled = await app.person('user', { disabledAt: app.clock.now() });
    const invited = await app.person('user', { passwordHash: null });
    const known = await app.person('user');
    const answers = await Promise.all([
      logIn(known.email, 'wrong password'),
      logIn('nobody@example.org'),
      logIn(disabled.email),
      logIn(invited.email),
    ]);
    for (const { status, body, headers } of answers) {
      expect([status, body]).toEqual([401, answers[0].body]);
      expect(headers['set-cookie']).toBeUndefined();
    }
    expect(answers[0].body.code).toBe('wrong_credentials');
  });

  it.each([null, '', 5, [], {}, undefined])('refuses %p as e-mail or password', async (value) => {
    const user = await app.person('user');
    expect((await logIn(value)).status).toBe(400);
    expect(
      (await app.http('post', '/api/auth/login').send({ email: user.email, password: value }))
        .status,
    ).toBe(400);
  });

  it('keeps neither tokens nor passwords readable in the database (S-16)', async () => {
    const user = await app.person('user');
    const cookie = cookieOf(await logIn(user.email));
    const token = cookie.split('=')[1] ?? '';
    const rows = await app.database.query(
      `SELECT t::text AS row FROM users t UNION ALL SELECT t::text FROM sessions t
       UNION ALL SELECT t::text FROM session_tokens t UNION ALL SELECT t::text FROM audit_entries t`,
    );
    const dump = JSON.stringify(rows);
    expect(dump).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
    expect(dump).not.toContain(token);
    expect(dump).not.toContain(PASSWORD);
    const [{ hash } = { hash: '' }] = await app.database.query<{ hash: string }>(
      'SELECT hash FROM session_tokens ORDER BY issued_at DESC',
    );
    expect((await me(`toolyard_session=${hash}`)).status).toBe(401);
  });
});

describe('signing out (S-11)', () => {
  it('ends the session for every token it had, and clears the cookie with the same attributes', async () => {
    const { user, cookie, caller } = await app.guest('user');
    app.clock.pass(16 * MINUTE);
    const renewed = cookieOf(await me(cookie));
    const answer = await app.http('post', '/api/auth/logout').set('Cookie', renewed);
    expect(answer.status).toBe(204);
    const [cleared] = answer.headers['set-cookie'] as unknown as string[];
    expect(cleared).toMatch(
      /^toolyard_session=; Path=\/; Expires=Thu, 01 Jan 1970.*HttpOnly; SameSite=Lax$/,
    );
    for (const replayed of [cookie, renewed]) expect((await me(replayed)).status).toBe(401);
    expect(app.events).toContainEqual(new SessionEnded(caller.sessionId!, user.id, 'logged_out'));
    expect(await app.get(AuthService).isStillValid(caller)).toBe(false);
  });

  it('clears the cookie of a dead session too', async () => {
    const answer = await app
      .http('post', '/api/auth/logout')
      .set('Cookie', 'toolyard_session=gone');
    expect([answer.status, cookieOf(answer)]).toEqual([204, 'toolyard_session=']);
  });
});

describe('tokens grow old (S-18)', () => {
  it('replaces a token after 15 minutes, once, and lets the one before finish its requests', async () => {
    const { cookie } = await app.guest('user');
    expect((await me(cookie)).headers['set-cookie']).toBeUndefined();
    app.clock.pass(15 * MINUTE + 1);
    const answers = await Promise.all(Array.from({ length: 8 }, () => me(cookie)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const renewed = answers.map(cookieOf).filter(Boolean);
    expect(renewed).toHaveLength(1);
    app.clock.pass(59_000);
    expect((await me(cookie)).status).toBe(200);
    expect((await me(renewed[0]!)).status).toBe(200);
  });

  it('ends the session when a replaced token comes back later, for thief and owner alike', async () => {
    const { user, cookie, caller } = await app.guest('user');
    app.clock.pass(16 * MINUTE);
    const second = cookieOf(await me(cookie));
    app.clock.pass(16 * MINUTE);
    const third = cookieOf(await me(second));
    expect((await me(third)).status).toBe(200);
    app.clock.pass(MINUTE + 1);
    expect((await me(cookie)).status).toBe(401);
    for (const token of [second, third]) expect((await me(token)).status).toBe(401);
    expect(app.events).toContainEqual(new SessionEnded(caller.sessionId!, user.id, 'expired'));
  });

  it('never replaces a token at a handshake, where no cookie can be set', async () => {
    const { cookie, caller } = await app.guest('user');
    const auth = app.get(AuthService);
    app.clock.pass(20 * MINUTE);
    expect(await auth.findSocketCaller({ cookie: `a=b; ${cookie}`, keys: [] }, 'en')).toEqual(
      caller,
    );
    expect(cookieOf(await me(cookie))).toMatch(/^toolyard_session=/);
  });

  it('ends after a week without use and after a month whatever the use', async () => {
    const idle = await app.guest('user');
    app.clock.pass(7 * DAY + 1);
    expect((await me(idle.cookie)).status).toBe(401);
    let { cookie } = await app.guest('user');
    for (let day = 0; day < 30; day += 5) {
      const answer = await me(cookie);
      expect(answer.status).toBe(200);
      cookie = cookieOf(answer) || cookie;
      app.clock.pass(5 * DAY);
    }
    app.clock.pass(1);
    expect((await me(cookie)).status).toBe(401);
  });

  it('removes what is over from the database at the next start', async () => {
    const { caller } = await app.guest('user');
    app.clock.pass(LONGEST_SESSION_MS + 1);
    await app.get(SessionsService).onApplicationBootstrap();
    expect(await app.database.rows(Session).countBy({ id: caller.sessionId! })).toBe(0);
    expect(await app.database.rows(SessionToken).countBy({ sessionId: caller.sessionId! })).toBe(0);
  });
});

describe('the own account', () => {
  it('changes name and language, and speaks it from then on', async () => {
    const { cookie, user } = await app.guest('user');
    const answer = await app
      .http('patch', '/api/auth/me')
      .set('Cookie', cookie)
      .send({ name: ' 王芳 ', locale: 'zh-CN' });
    expect(answer.body).toMatchObject({ id: user.id, name: '王芳', locale: 'zh-CN' });
    const refused = await app.http('get', '/api/admin/users').set('Cookie', cookie);
    expect(refused.body.error).toBe('只有管理员可以执行此操作。');
  });

  it('takes neither a role nor control characters (S-34)', async () => {
    const { cookie, user } = await app.guest('user');
    const patch = (body: object) =>
      app.http('patch', '/api/auth/me').set('Cookie', cookie).send(body);
    await patch({ role: 'admin', email: 'x@example.org', name: 'Still me' });
    const row = await app.database.rows(User).findOneByOrFail({ id: user.id });
    expect([row.role, row.email, row.name]).toEqual(['user', user.email, 'Still me']);
    for (const name of ['a\nb', '\u0000', '\u001b[31m', ' ', 'x'.repeat(81)]) {
      expect((await patch({ name })).status).toBe(400);
    }
  });

  it('changes the password, ends all other sessions and keeps this one', async () => {
    const { cookie, user } = await app.guest('user');
    const other = cookieOf(await logIn(user.email));
    const change = (current: string, next: string) =>
      app.http('post', '/api/auth/password').set('Cookie', cookie).send({ current, next });
    expect((await change(PASSWORD, 'too short')).status).toBe(400);
    expect((await change('wrong password', 'another long one')).body.code).toBe('wrong_password');
    expect((await me(other)).status).toBe(200);
    expect((await change(PASSWORD, 'another long one')).status).toBe(204);
    expect((await me(other)).status).toBe(401);
    expect((await me(cookie)).status).toBe(200);
    expect((await logIn(user.email)).status).toBe(401);
    expect((await logIn(user.email, 'another long one')).status).toBe(200);
  });
});

describe('one-time links (S-17)', () => {
  const accept = (body: object) => app.http('post', '/api/auth/invitations/accept').send(body);
  const check = (body: object) => app.http('post', '/api/auth/invitations/check').send(body);
  const invite = async () => {
    const { caller } = await app.guest('admin');
    const email = `${crypto.randomUUID()}@example.org`;
    return app.get(UsersService).create(caller, { email, name: 'New', role: 'user' });
  };

  it('shows who a link is for and lets that person in once', async () => {
    const { link, user } = await invite();
    const token = tokenIn(link);
    expect((await check({ token })).body).toEqual({
      kind: 'invite',
      email: user.email,
      name: 'New',
    });
    const answer = await accept({ token, name: 'Li', password: 'a long password' });
    expect(answer.body).toMatchObject({ id: user.id, name: 'Li', role: 'user' });
    expect((await me(cookieOf(answer))).status).toBe(200);
    expect((await accept({ token, password: 'a long password' })).body.code).toBe('link_not_valid');
    expect((await check({ token })).status).toBe(400);
  });

  it('lets one of many at once in', async () => {
    const { link } = await invite();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        accept({ token: tokenIn(link), password: `password no ${i}` }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
  });

  it.each([null, '', undefined, [], ['x'], {}, 5, 'x'.repeat(43), 'x'.repeat(500), '%00'])(
    'answers 400 to the token %p',
    async (token) => {
      const person = { email: 'a@example.org', name: 'A', password: 'a long password' };
      expect((await check({ token })).status).toBe(400);
      expect((await accept({ token, password: 'a long password' })).status).toBe(400);
      const setup = await app.http('post', '/api/auth/setup').send({ token, ...person });
      expect([400, 409]).toContain(setup.status);
    },
  );

  it('ends after three days, with a newer link, and when the person is disabled', async () => {
    const old = await invite();
    app.clock.pass(3 * DAY);
    expect((await check({ token: tokenIn(old.link) })).status).toBe(400);
    const first = await invite();
    const { caller } = await app.guest('admin');
    const second = await app.get(UsersService).createResetLink(caller, first.user.id);
    expect((await check({ token: tokenIn(first.link) })).status).toBe(400);
    expect((await check({ token: tokenIn(second.link) })).body.kind).toBe('invite');
    await app.get(UsersService).update(caller, first.user.id, { disabled: true });
    expect((await check({ token: tokenIn(second.link) })).status).toBe(400);
    expect(
      (await accept({ token: tokenIn(second.link), password: 'a long password' })).status,
    ).toBe(400);
  });

  it('resets a password, ends all sessions and keeps the name', async () => {
    const { user, cookie } = await app.guest('user');
    const admin = await app.guest('admin');
    const made = await app
      .http('post', `/api/admin/users/${user.id}/reset`)
      .set('Cookie', admin.cookie);
    expect((await me(cookie)).status).toBe(200);
    const token = tokenIn(made.body.link);
    expect((await check({ token })).body.kind).toBe('reset');
    const answer = await accept({ token, name: 'Mallory', password: 'a new long one' });
    expect(answer.body.name).toBe('user');
    expect((await me(cookie)).status).toBe(401);
    expect((await logIn(user.email, 'a new long one')).status).toBe(200);
  });

  it('is of one kind only: no token opens what another kind opens (S-16)', async () => {
    const { link } = await invite();
    const setupLink = await app.get(InvitationsService).create('setup', null);
    const { cookie } = await app.guest('admin');
    const session = cookie.split('=')[1];
    expect((await me(`toolyard_session=${tokenIn(link)}`)).status).toBe(401);
    for (const token of [session, tokenIn(setupLink.link)]) {
      expect((await check({ token })).status).toBe(400);
      expect((await accept({ token, password: 'a long password' })).status).toBe(400);
    }
    await expect(app.get(InvitationsService).getOpen(tokenIn(link), ['setup'])).rejects.toThrow();
    const [row] = await app.database.rows(Invitation).find();
    expect((await check({ token: row?.tokenHash })).status).toBe(400);
  });
});

it('answers 401 to who was disabled at this very moment, session or not (S-09)', async () => {
  const { user, cookie, caller } = await app.guest('user');
  const auth = app.get(AuthService);
  expect(await auth.isStillValid(caller)).toBe(true);
  await app.database.rows(User).update({ id: user.id }, { disabledAt: app.clock.now() });
  expect((await me(cookie)).status).toBe(401);
  expect(await auth.isStillValid(caller)).toBe(false);
  expect(await auth.findSocketCaller({ cookie, keys: [] }, 'en')).toBeNull();
});
