import type { SessionRow } from '@/contract/people';
import { SessionEnded } from '@/people/auth/auth.events';
import { cookieOf, PASSWORD, PeopleApp } from '../../support/people-app';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let app: PeopleApp;
beforeAll(async () => {
  app = await PeopleApp.start();
});
afterAll(() => app?.close());
beforeEach(() => app.empty());

const me = (cookie: string) => app.http('get', '/api/auth/me').set('Cookie', cookie);
const logIn = async (email: string): Promise<string> =>
  cookieOf(
    await app
      .http('post', '/api/auth/login')
      .set('User-Agent', FIREFOX)
      .send({ email, password: PASSWORD }),
  );
const list = async (cookie: string): Promise<SessionRow[]> =>
  (await app.http('get', '/api/auth/sessions').set('Cookie', cookie)).body.items;
const post = (cookie: string, verb: string) =>
  app.http('post', `/api/auth/sessions/${verb}`).set('Cookie', cookie);

async function twoDevices() {
  const { email } = await app.person('user');
  const first = await logIn(email);
  app.clock.pass(1_000);
  const second = await logIn(email);
  return { email, first, second };
}

it('shows where a person is signed in, and nobody else’s logins', async () => {
  const { first } = await twoDevices();
  const stranger = await app.guest('admin');
  const rows = await list(first);
  expect(rows.map(({ isCurrent }) => isCurrent)).toEqual([false, true]);
  expect(rows[1]).toMatchObject({ device: 'Firefox · Linux', address: '127.0.0.1' });
  expect(JSON.stringify(rows)).not.toContain(stranger.caller.sessionId);
});

it('leaves out what is over already but not swept away yet', async () => {
  const { email } = await twoDevices();
  app.clock.pass(8 * 24 * 3_600_000);
  expect(await list(await logIn(email))).toHaveLength(1);
});

it('ends one login; its cookie is worth nothing from then on (S-09, S-11)', async () => {
  const { first, second } = await twoDevices();
  const [other] = (await list(first)).filter(({ isCurrent }) => !isCurrent);
  const end = (id: string) => app.http('delete', `/api/auth/sessions/${id}`).set('Cookie', first);
  expect((await end(other!.id)).status).toBe(204);
  expect([(await me(first)).status, (await me(second)).status]).toEqual([200, 401]);
  expect(app.events).toContainEqual(expect.objectContaining({ sessionId: other!.id }));
  expect((await end(other!.id)).status).toBe(404);
});

it('answers for somebody else’s login as for none, and ends nothing (S-03)', async () => {
  const { first } = await twoDevices();
  const victim = await app.guest('admin');
  for (const id of [victim.caller.sessionId, 'null', "'", crypto.randomUUID()]) {
    const refused = await app.http('delete', `/api/auth/sessions/${id}`).set('Cookie', first);
    expect(refused.status).toBe(404);
  }
  expect((await me(victim.cookie)).status).toBe(200);
});

it('ends all others and keeps this one', async () => {
  const { first, second } = await twoDevices();
  const bystander = await app.guest('user');
  expect((await post(second, 'end-others')).status).toBe(204);
  const statuses = [await me(first), await me(second), await me(bystander.cookie)];
  expect(statuses.map(({ status }) => status)).toEqual([401, 200, 200]);
});

it('logs out everywhere: no token works, the jar is empty, sockets are told (S-09, S-11)', async () => {
  const { first, second } = await twoDevices();
  const answer = await post(first, 'end-all');
  expect(answer.status).toBe(204);
  expect(answer.headers['set-cookie']?.[0]).toMatch(
    /^toolyard_session=;.*Expires=Thu, 01 Jan 1970/,
  );
  for (const cookie of [first, second]) expect((await me(cookie)).status).toBe(401);
  const ended = app.events.filter((event) => event instanceof SessionEnded);
  expect(ended.map(({ reason }) => reason)).toEqual(['logged_out', 'logged_out']);
});
