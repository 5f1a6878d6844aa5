import type { ApiKeyMade } from '@/contract/people';
import { KeyEnded } from '@/people/auth/auth.events';
import { AuthService } from '@/people/auth/auth.service';
import { ApiKeysService, MOST_KEYS } from '@/people/auth/keys/api-keys.service';
import { PeopleApp } from '../../support/people-app';

const DAY = 86_400_000;

let app: PeopleApp;
beforeAll(async () => {
  app = await PeopleApp.start();
});
afterAll(() => app?.close());
beforeEach(() => app.empty());

const CHAT = { name: 'Script', scopes: ['chat' as const], expiresInDays: 1 };
const keys = () => app.get(ApiKeysService);

it('ends at its time to the moment, at the door and on an open socket (S-09)', async () => {
  const { caller } = await app.guest('user');
  const { key } = await keys().create(caller, CHAT);
  const auth = app.get(AuthService);
  const came = await auth.findSocketCaller({ cookie: undefined, keys: [key] }, 'en');
  app.clock.pass(DAY - 1);
  expect([await auth.isStillValid(came!), (await keys().resolve(key)) !== null]).toEqual([
    true,
    true,
  ]);
  app.clock.pass(1);
  expect([await auth.isStillValid(came!), await keys().resolve(key)]).toEqual([false, null]);
  expect(await keys().list(caller)).toEqual([]);
});

it('tells of each expired key once, so that its sockets close, and of no other', async () => {
  const { caller } = await app.guest('user');
  const short = await keys().create(caller, CHAT);
  await keys().create(caller, { ...CHAT, expiresInDays: 2 });
  app.clock.pass(DAY);
  await keys().removeExpired();
  await keys().removeExpired();
  const ended = app.events.filter((event) => event instanceof KeyEnded);
  expect(ended).toEqual([new KeyEnded(short.row.id, caller.userId)]);
});

it('remembers when it was used, to the minute', async () => {
  const { caller } = await app.guest('user');
  const { key } = await keys().create(caller, CHAT);
  const lastUse = async () => (await keys().list(caller))[0]?.lastUsedAt;
  expect(await lastUse()).toBeNull();
  await keys().resolve(key);
  const first = app.clock.now().toISOString();
  app.clock.pass(30_000);
  await keys().resolve(key);
  expect(await lastUse()).toBe(first);
  app.clock.pass(30_000);
  await keys().resolve(key);
  expect(await lastUse()).toBe(app.clock.now().toISOString());
});

it('takes no endless keys, no unknown scopes and no more than a person can look over', async () => {
  const { cookie, caller } = await app.guest('user');
  const post = (change: object) =>
    app
      .http('post', '/api/auth/api-keys')
      .set('Cookie', cookie)
      .send({ ...CHAT, ...change });
  for (const change of [
    { expiresInDays: 0 },
    { expiresInDays: 366 },
    { expiresInDays: null },
    { scopes: [] },
    { scopes: ['everything'] },
    { name: ' ' },
  ]) {
    expect((await post(change)).status).toBe(400);
  }
  const made: ApiKeyMade[] = [];
  for (let i = 0; i < MOST_KEYS; i += 1) made.push(await keys().create(caller, CHAT));
  expect((await post({})).body.code).toBe('too_many_keys');
  await keys().remove(caller, made[0]!.row.id);
  expect((await post({})).status).toBe(201);
});
