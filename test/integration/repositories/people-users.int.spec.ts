import { randomUUID } from 'node:crypto';
import type { Caller } from '@/foundation/http/caller';
import { SessionEnded } from '@/people/auth/auth.events';
import { AuditService } from '@/people/audit/audit.service';
import { AuthService } from '@/people/auth/auth.service';
import { SessionsRepository } from '@/people/auth/sessions/sessions.repository';
import { SessionsService } from '@/people/auth/sessions/sessions.service';
import { PolicyService } from '@/people/policy/policy.service';
import { UsageRepository } from '@/people/usage/usage.repository';
import { AccountsService } from '@/people/users/accounts.service';
import { InvitationsRepository } from '@/people/users/invitations.repository';
import { User } from '@/people/users/user.entity';
import { UserChanged } from '@/people/users/users.events';
import { UsersRepository } from '@/people/users/users.repository';
import { UsersService } from '@/people/users/users.service';
import { PASSWORD, PeopleApp } from '../../support/people-app';
import {
  isUnboundedWrite,
  refuseUnboundedWrites,
  UnboundedWrite,
} from '../../support/unbounded-writes';

let app: PeopleApp;
let sent: { statements: string[] };
beforeAll(async () => {
  app = await PeopleApp.start();
  sent = refuseUnboundedWrites(app.database);
});
afterAll(() => app.close());
beforeEach(() => app.empty());

const patch = (cookie: string, userId: string, body: object) =>
  app.http('patch', `/api/admin/users/${userId}`).set('Cookie', cookie).send(body);

async function eventually(isSo: () => Promise<boolean> | boolean): Promise<void> {
  for (let i = 0; i < 200; i += 1) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('it never became so');
}

describe('the page of users', () => {
  it('lists everybody with the state they are in', async () => {
    const { cookie } = await app.guest('admin');
    await app.person('user', { disabledAt: app.clock.now() });
    await app.person('user', { passwordHash: null });
    const { body } = await app.http('get', '/api/admin/users').set('Cookie', cookie);
    expect(body.items.map(({ status }: { status: string }) => status).sort()).toEqual([
      'active',
      'disabled',
      'invited',
    ]);
    expect(JSON.stringify(body)).not.toMatch(/argon|hash/i);
  });

  it('makes an account with a link that is shown once', async () => {
    const { cookie } = await app.guest('admin');
    const create = (email: string) =>
      app
        .http('post', '/api/admin/users')
        .set('Cookie', cookie)
        .send({ email, name: 'Li Na', role: 'user' });
    const answer = await create(' Li.Na@Example.org ');
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      user: { email: 'li.na@example.org', status: 'invited', role: 'user', lastSeenAt: null },
      link: expect.stringMatching(/^\/welcome#[\w-]{43}$/),
      expiresAt: new Date(app.clock.now().getTime() + 3 * 86_400_000).toISOString(),
    });
    const again = await create('LI.NA@example.org');
    expect([again.status, again.body.code]).toEqual([409, 'email_taken']);
    expect((await create('not an address')).status).toBe(400);
  });

  it('gives one account to two requests with the same e-mail', async () => {
    const { caller } = await app.guest('admin');
    const create = () =>
      app.get(UsersService).create(caller, { email: 'two@example.org', name: 'Two', role: 'user' });
    const results = await Promise.allSettled([create(), create(), create()]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await app.database.rows(User).countBy({ email: 'two@example.org' })).toBe(1);
  });

  it('notes when somebody was seen, at most once a minute', async () => {
    const { cookie, user } = await app.guest('admin');
    const look = () => app.http('get', '/api/auth/me').set('Cookie', cookie);
    app.clock.pass(60_000);
    await look();
    const before = sent.statements.length;
    await look();
    expect(sent.statements.slice(before).filter((query) => query.startsWith('UPDATE'))).toEqual([]);
    const row = await app.database.rows(User).findOneByOrFail({ id: user.id });
    expect(row.lastSeenAt).toEqual(app.clock.now());
  });

  it('notes the log-in itself as having been seen', async () => {
    const { user } = await app.guest('user');
    const { email } = user;
    await app.http('post', '/api/auth/login').send({ email, password: PASSWORD }).expect(200);
    const { lastSeenAt } = await app.database.rows(User).findOneByOrFail({ id: user.id });
    expect(lastSeenAt).toEqual(app.clock.now());
  });

  it('answers to an unknown and to an impossible id alike (S-01)', async () => {
    const { cookie } = await app.guest('admin');
    const unknown = await patch(cookie, randomUUID(), { name: 'x' });
    for (const id of ['undefined', 'null', '1', '%00', "'; drop table users --"]) {
      const answer = await patch(cookie, encodeURIComponent(id), { name: 'x' });
      expect([answer.status, answer.body]).toEqual([404, unknown.body]);
      const reset = app.http('post', `/api/admin/users/${encodeURIComponent(id)}/reset`);
      expect((await reset.set('Cookie', cookie)).status).toBe(404);
    }
  });

  it('writes every change into the audit', async () => {
    const { cookie, user, caller } = await app.guest('admin');
    const other = await app.person('user');
    await patch(cookie, other.id, { role: 'admin' });
    await app.http('post', `/api/admin/users/${other.id}/reset`).set('Cookie', cookie);
    const entries = await app.get(AuditService).listNewest(null, 10);
    expect(entries).toHaveLength(2);
    expect(entries).toContainEqual(
      expect.objectContaining({
        actorId: user.id,
        action: 'user.update',
        subject: other.id,
        facts: { role: 'admin' },
        outcome: 'ok',
      }),
    );
    expect(entries.map(({ actorId }) => actorId)).toEqual([caller.userId, caller.userId]);
  });
});

describe('losing rights (S-09)', () => {
  it('takes the role from the next request, the next tool call and the open socket', async () => {
    const { caller } = await app.guest('admin');
    const { cookie, user, caller: demoted } = await app.guest('admin');
    const tool = { name: 'calc', category: 'custom', dangerous: true, adminOnly: true };
    const auth = app.get(AuthService);
    expect((await app.get(PolicyService).decide(demoted, tool)).effect).not.toBe('deny');
    await app.get(UsersService).update(caller, user.id, { role: 'user' });
    expect((await app.http('get', '/api/admin/users').set('Cookie', cookie)).status).toBe(403);
    expect((await app.get(PolicyService).decide(demoted, tool)).effect).toBe('deny');
    expect(await auth.isStillValid(demoted)).toBe(false);
    expect(await auth.refreshCaller(demoted)).toEqual({ ...demoted, role: 'user' });
    expect(app.events).toContainEqual(new UserChanged(user.id, true));
  });

  it('ends every session of who is disabled, and says so; enabling does not bring them back', async () => {
    const admin = await app.guest('admin');
    const { user, cookie, caller } = await app.guest('user');
    expect((await patch(admin.cookie, user.id, { disabled: true })).body.status).toBe('disabled');
    const ended = new SessionEnded(caller.sessionId!, user.id, 'disabled');
    await eventually(() =>
      app.events.some((event) => JSON.stringify(event) === JSON.stringify(ended)),
    );
    await patch(admin.cookie, user.id, { disabled: false });
    expect((await app.http('get', '/api/auth/me').set('Cookie', cookie)).status).toBe(401);
  });

  it('makes no link for who is disabled', async () => {
    const { cookie } = await app.guest('admin');
    const { id } = await app.person('user', { disabledAt: app.clock.now() });
    const answer = await app.http('post', `/api/admin/users/${id}/reset`).set('Cookie', cookie);
    expect([answer.status, answer.body.code]).toEqual([409, 'user_disabled']);
  });
});

describe('the last administrator', () => {
  it('cannot be demoted or disabled, not even by themselves', async () => {
    const { cookie, user } = await app.guest('admin');
    await app.person('admin', { disabledAt: app.clock.now() });
    await app.person('admin', { passwordHash: null });
    for (const body of [{ role: 'user' }, { disabled: true }, { role: 'user', name: 'x' }]) {
      const answer = await patch(cookie, user.id, body);
      expect([answer.status, answer.body.code]).toEqual([409, 'last_administrator']);
    }
    const row = await app.database.rows(User).findOneByOrFail({ id: user.id });
    expect([row.role, row.disabledAt, row.name]).toEqual(['admin', null, 'admin']);
    expect((await patch(cookie, user.id, { name: 'Still here' })).status).toBe(200);
  });

  it('stays when all of them are taken away at the same moment', async () => {
    const guests = await Promise.all(Array.from({ length: 5 }, () => app.guest('admin')));
    const service = app.get(UsersService);
    const results = await Promise.allSettled(
      guests.map(({ user }, i) =>
        service.update(guests[0]!.caller, user.id, i % 2 ? { role: 'user' } : { disabled: true }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    expect(await app.get(UsersRepository).countActiveAdministrators()).toBe(1);
  });
});

describe('a lost id never means every row (S-06)', () => {
  const caller: Caller = { userId: '', name: '', role: 'admin', locale: 'en', sessionId: null };
  const NOTHING = [undefined, null, '', NaN, [], {}] as never[];

  /** Every method of people that takes an id or a key. */
  const calls: Record<string, (id: never) => Promise<unknown>> = {
    'users.update': (id) => app.get(UsersService).update(caller, id, { disabled: true }),
    'users.createResetLink': (id) => app.get(UsersService).createResetLink(caller, id),
    'users.updateProfile': (id) =>
      app.get(UsersService).updateProfile({ ...caller, userId: id }, { name: 'x' }),
    'users.getMe': (id) => app.get(UsersService).getMe(id),
    'accounts.findActive': (id) => app.get(AccountsService).findActive(id),
    'accounts.findById': (id) => app.get(AccountsService).findById(id),
    'accounts.findByEmail': (id) => app.get(AccountsService).findByEmail(id),
    'accounts.setPassword': (id) => app.get(AccountsService).setPassword(id, 'hash'),
    'accounts.recordSeen': (id) => app.get(AccountsService).recordSeen(id, new Date()),
    'users rows.findById': (id) => app.get(UsersRepository).findById(id),
    'users rows.update': (id) => app.get(UsersRepository).update(id, { name: 'x' }),
    'sessions.open': (id) => app.get(SessionsService).open(id, { address: '', device: '' }),
    'sessions.isAlive': (id) => app.get(SessionsService).isAlive(id),
    'sessions.end': (id) => app.get(SessionsService).end(id, 'user', 'logged_out'),
    'sessions.endAll': (id) => app.get(SessionsService).endAll(id, 'disabled'),
    'session rows.findToken': (id) => app.get(SessionsRepository).findToken(id),
    'session rows.recordUse': (id) => app.get(SessionsRepository).recordUse(id, new Date()),
    'invitations.removeOfUser': (id) => app.get(InvitationsRepository).removeOfUser(id),
    'invitations.use': (id) => app.get(InvitationsRepository).use(id, ['reset'], new Date(0)),
    'invitations.findOpen': (id) =>
      app.get(InvitationsRepository).findOpen(id, ['reset'], new Date(0)),
    'usage.sumOfUserSince': (id) => app.get(UsageRepository).sumOfUserSince(id, new Date()),
  };

  it.each(NOTHING.map((id) => [id]))(
    'every method refuses %p before it asks the database',
    async (id) => {
      for (const [name, call] of Object.entries(calls)) {
        const before = sent.statements.length;
        const outcome = await call(id).then(
          () => 'answered',
          (thrown: Error) => thrown.name,
        );
        const queries = sent.statements.slice(before).filter((query) => !isOfTransaction(query));
        expect([name, outcome, queries]).toEqual([name, 'NotFound', []]);
      }
    },
  );

  it('has a watch that stops an UPDATE or DELETE without WHERE', async () => {
    await expect(app.database.rows(User).createQueryBuilder().delete().execute()).rejects.toThrow(
      UnboundedWrite,
    );
    await expect(app.database.query('UPDATE users SET role = $1', ['admin'])).rejects.toThrow(
      UnboundedWrite,
    );
    expect(isUnboundedWrite('DELETE FROM users WHERE id = 1')).toBe(false);
    expect(isUnboundedWrite('WITH gone AS (SELECT 1) DELETE FROM users')).toBe(true);
    expect(isUnboundedWrite('SELECT updated_at FROM users')).toBe(false);
  });
});

/** BEGIN, ROLLBACK and the lock touch no row. */
const isOfTransaction = (query: string): boolean =>
  /^(START TRANSACTION|COMMIT|ROLLBACK|SELECT pg_advisory_xact_lock)/.test(query);
