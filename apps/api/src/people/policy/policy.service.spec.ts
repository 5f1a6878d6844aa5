import { toErrorBody } from '@/foundation/errors/domain-error';
import type { Caller } from '@/foundation/http/caller';
import type { AuditService, Deed } from '@/people/audit/audit.service';
import type { AccountsService } from '@/people/users/accounts.service';
import { FixedClock } from '../../../../../test/support/fixed-clock';
import type { PolicyRepository } from './policy.repository';
import { ToolAlreadyPlaced } from './policy.errors';
import { PolicyService } from './policy.service';
import type { ToolPlacement } from './tool-placement.entity';

const caller: Caller = {
  userId: 'ann',
  name: 'Ann',
  role: 'admin',
  locale: 'zh-CN',
  sessionId: null,
};
const calc = { name: 'calc', category: 'custom' as const, dangerous: true, adminOnly: true };

class Placements {
  rows: ToolPlacement[] = [];
  /** Somebody else's move that lands between our look and our write. */
  rival: ToolPlacement | null = null;

  listPlacements = async () => this.rows;
  findPlacement = async (tool: string) => this.rows.find((row) => row.tool === tool) ?? null;

  async insertPlacement(row: ToolPlacement): Promise<boolean> {
    if (this.rival) this.rows.push(this.rival);
    else this.rows.push(row);
    return this.rival === null;
  }

  async removePlacement(tool: string): Promise<boolean> {
    const before = this.rows.length;
    this.rows = this.rows.filter((row) => row.tool !== tool);
    return this.rows.length < before;
  }
}

function setUp(roles: Record<string, 'admin' | 'user'> = { ann: 'admin' }) {
  const placements = new Placements();
  const deeds: Deed[] = [];
  let looks = 0;
  const accounts = {
    findActiveRole: async (id: string) => {
      looks += 1;
      return roles[id] ?? null;
    },
  };
  const policy = new PolicyService(
    placements as unknown as PolicyRepository,
    accounts as unknown as AccountsService,
    { record: async (_: Caller, deed: Deed) => void deeds.push(deed) } as unknown as AuditService,
    new FixedClock(),
  );
  return { policy, placements, deeds, looks: () => looks };
}

it('believes the account of this moment, not the role the caller began with (A-024)', async () => {
  expect((await setUp({ ann: 'user' }).policy.decide(caller, calc)).effect).toBe('deny');
  expect((await setUp({}).policy.decide(caller, calc)).reason).toBe('not_active');
  expect((await setUp().policy.decide(caller, calc)).effect).toBe('allow');
});

it('looks at the account once for a whole list', async () => {
  const { policy, looks } = setUp({ ann: 'user' });
  const shared = { ...calc, name: 'read_file', adminOnly: false };
  const decisions = await policy.decideAll(caller, [calc, shared]);
  expect([decisions.get(calc)?.effect, decisions.get(shared)?.effect]).toEqual(['deny', 'allow']);
  expect(looks()).toBe(1);
});

it('says where a tool already is, in the words of A-092, and writes down only what happened', async () => {
  const { policy, deeds } = setUp();
  await policy.place(caller, 'calc', 'read', 'custom');
  const thrown: unknown = await policy
    .place(caller, 'calc', 'write', 'custom')
    .catch((e: unknown) => e);
  expect(toErrorBody(thrown, 'zh-CN').error).toBe('工具 calc 已在分类 读取 中，请先移除后再分配');
  expect(toErrorBody(thrown, 'en').error).toContain('already in category Read;');
  await policy.unplace(caller, 'calc');
  await policy.unplace(caller, 'calc');
  expect(deeds).toEqual([
    { action: 'policy.place', subject: 'calc', facts: { category: 'read' } },
    { action: 'policy.unplace', subject: 'calc' },
  ]);
});

it('names a category that is gone by its id', () => {
  const thrown = new ToolAlreadyPlaced('calc', 'gone');
  expect(toErrorBody(thrown, 'zh-CN').error).toBe('工具 calc 已在分类 gone 中，请先移除后再分配');
});

it('names the winner to who lost a race (A-092)', async () => {
  const { policy, placements, deeds } = setUp();
  placements.rival = { tool: 'calc', category: 'network', placedBy: 'bob', placedAt: new Date(0) };
  await expect(policy.place(caller, 'calc', 'read', 'custom')).rejects.toMatchObject({
    category: 'network',
  });
  expect(deeds).toEqual([]);
});
