import type { AuditService, Deed } from '@/people/audit/audit.service';
import type { Account, AccountsService } from '@/people/users/accounts.service';
import { WrongCredentials } from './auth.errors';
import { LoginLimits } from './login-limits.service';
import { LoginService, type SignedIn } from './login.service';
import type { PasswordsService } from './passwords.service';
import type { SecondFactors } from './second-factor/second-factors.service';
import type { SessionsService } from './sessions/sessions.service';

const PLACE = { address: '203.0.113.1', device: 'Firefox · Linux' };

const account = (name: string, change: Partial<Account> = {}): Account => ({
  id: `id of ${name}`,
  email: `${name}@example.org`,
  name,
  role: 'user',
  locale: null,
  passwordHash: `hash of ${name}'s password`,
  disabledAt: null,
  createdAt: new Date(0),
  lastSeenAt: null,
  ...change,
});

/** Counts its checks: a refusal that checked nothing would be quicker than one that did. */
class CheckedPasswords {
  checks: (string | null)[] = [];
  async matches(stored: string | null, password: string): Promise<boolean> {
    this.checks.push(stored);
    return stored === `hash of ${password}`;
  }
}

const NOW = new Date('2026-12-01T00:00:00Z');

/** Ann's is on in some tests. */
class Factors {
  on = new Set<string>();
  isOn = async (userId: string) => this.on.has(userId);
  openTicket = async (userId: string) => `ticket of ${userId}`;
}

function setUp() {
  const factors = new Factors();
  const people = [
    account('ann'),
    account('off', { disabledAt: new Date(0) }),
    account('new', { passwordHash: null }),
  ];
  const passwords = new CheckedPasswords();
  const opened: string[] = [];
  const seen: [string, Date][] = [];
  const deeds: Deed[] = [];
  const service = new LoginService(
    {
      findByEmail: async (email: string) => people.find((each) => each.email === email) ?? null,
      recordSeen: async (userId: string, at: Date) => void seen.push([userId, at]),
    } as unknown as AccountsService,
    passwords as unknown as PasswordsService,
    new LoginLimits(),
    {
      open: async (userId: string) => {
        opened.push(userId);
        return { sessionId: 's', token: 't' };
      },
    } as unknown as SessionsService,
    factors as unknown as SecondFactors,
    { recordLater: (_: unknown, deed: Deed) => void deeds.push(deed) } as unknown as AuditService,
    { now: () => NOW },
  );
  const logIn = (name: string, password: string) =>
    service.logIn({ email: `${name}@example.org`, password }, PLACE);
  return { logIn, factors, passwords, opened, deeds, seen };
}

it('opens a session for the right password and tells the audit', async () => {
  const { logIn, opened, deeds } = setUp();
  const { me, token } = (await logIn('ann', "ann's password")) as SignedIn;
  expect([me.name, token, opened]).toEqual(['ann', 't', ['id of ann']]);
  expect(me).not.toHaveProperty('passwordHash');
  expect(deeds).toEqual([{ action: 'auth.login', subject: 'id of ann' }]);
});

it('opens no session before the code where a second factor is on', async () => {
  const { logIn, factors, opened, deeds } = setUp();
  factors.on.add('id of ann');
  const answer = await logIn('ann', "ann's password");
  expect(answer).toEqual({ needsCode: true, ticket: 'ticket of id of ann' });
  expect([opened, deeds]).toEqual([[], []]);
  await expect(logIn('ann', 'guess')).rejects.toThrow(WrongCredentials);
});

it('notes that the person was here', async () => {
  const { logIn, seen } = setUp();
  await logIn('ann', "ann's password");
  expect(seen).toEqual([['id of ann', NOW]]);
});

it.each([
  ['a wrong password', 'ann', 'guess'],
  ['an unknown person', 'nobody', 'guess'],
  ['somebody who never came', 'new', 'guess'],
  ['somebody disabled, with the right password', 'off', "off's password"],
])('refuses %s after one full check and without a word more', async (_, name, password) => {
  const { logIn, passwords, opened, deeds } = setUp();
  await expect(logIn(name, password)).rejects.toThrow(WrongCredentials);
  expect(passwords.checks).toHaveLength(1);
  expect(opened).toEqual([]);
  expect(deeds).toEqual([expect.objectContaining({ action: 'auth.login', outcome: 'denied' })]);
});

it('checks no more passwords once the limit is reached (S-17)', async () => {
  const { logIn, passwords } = setUp();
  for (let i = 0; i < 14; i += 1) await logIn('ann', 'guess').catch(() => undefined);
  expect(passwords.checks).toHaveLength(10);
});

it('counts the right password of a disabled person as a failure, so it cannot be tried for ever', async () => {
  const { logIn, passwords } = setUp();
  for (let i = 0; i < 14; i += 1) await logIn('off', "off's password").catch(() => undefined);
  expect(passwords.checks).toHaveLength(10);
});
