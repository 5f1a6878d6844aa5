import type { Role } from '@/contract/people';
import type { Caller } from '@/foundation/http/caller';
import type { GroupsService } from '@/people/groups/groups.service';
import type { AccountsService } from '@/people/users/accounts.service';
import type { UsersService } from '@/people/users/users.service';
import { FixedClock } from '../../../../../test/support/fixed-clock';
import { FIRST_DOCUMENT } from './policy-document';
import { PolicyService } from './policy.service';
import type { PolicyVersions } from './policy-versions.service';
import { Rulebook } from './rulebook';

const caller: Caller = {
  userId: 'ann',
  name: 'Ann',
  role: 'admin',
  locale: 'zh-CN',
  sessionId: null,
};
const calc = { name: 'calc', category: 'custom' as const, dangerous: true, adminOnly: true };

function setUp(roles: Record<string, Role> = { ann: 'admin' }) {
  let looks = 0;
  const accounts = {
    findActiveRole: async (id: string) => {
      looks += 1;
      return roles[id] ?? null;
    },
  };
  const inForce = async () => ({ version: 7, rulebook: new Rulebook(FIRST_DOCUMENT) });
  const policy = new PolicyService(
    { inForce } as unknown as PolicyVersions,
    accounts as unknown as AccountsService,
    {} as UsersService,
    { groupsOf: async () => [] } as unknown as GroupsService,
    new FixedClock(),
  );
  return { policy, looks: () => looks };
}

it('believes the account of this moment, not the role the caller began with (A-024)', async () => {
  expect((await setUp({ ann: 'user' }).policy.decide(caller, calc)).effect).toBe('deny');
  expect((await setUp({}).policy.decide(caller, calc)).reason).toBe('not_active');
  expect((await setUp().policy.decide(caller, calc)).effect).not.toBe('deny');
});

it('says which version of the policy decided', async () => {
  expect((await setUp().policy.decide(caller, calc)).policyVersion).toBe(7);
});

it('looks at the account once for a whole list', async () => {
  const { policy, looks } = setUp({ ann: 'user' });
  const shared = { ...calc, name: 'read_file', dangerous: false, adminOnly: false };
  const decisions = await policy.decideAll(caller, [calc, shared]);
  expect([decisions.get(calc)?.effect, decisions.get(shared)?.effect]).toEqual(['deny', 'allow']);
  expect(looks()).toBe(1);
});
