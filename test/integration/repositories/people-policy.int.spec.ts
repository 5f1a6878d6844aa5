import { AuditService } from '@/people/audit/audit.service';
import { AuditEntry } from '@/people/audit/audit-entry.entity';
import { PolicyService } from '@/people/policy/policy.service';
import { UsageEntry } from '@/people/usage/usage-entry.entity';
import { UsageRepository } from '@/people/usage/usage.repository';
import { UsageService } from '@/people/usage/usage.service';
import { ToolPlacement } from '@/people/policy/tool-placement.entity';
import { toErrorBody } from '@/foundation/errors/domain-error';
import { SettingsService } from '@/foundation/settings/settings.service';
import { z } from 'zod';
import { PeopleApp } from '../../support/people-app';

let app: PeopleApp;
beforeAll(async () => (app = await PeopleApp.start()));
afterAll(() => app.close());
beforeEach(() => app.empty());

const CALC = { name: 'calc', category: 'custom' as const, dangerous: true, adminOnly: true };
const READ = { name: 'read_file', category: 'read' as const, dangerous: false, adminOnly: false };

describe('placements', () => {
  it('moves a tool once; then it must be removed first (A-091, A-092)', async () => {
    const { caller } = await app.guest('admin');
    const policy = app.get(PolicyService);
    await policy.place(caller, 'calc', 'read', 'custom');
    const again = await policy
      .place(caller, 'calc', 'write', 'custom')
      .catch((thrown: unknown) => thrown);
    expect(toErrorBody(again, 'zh-CN')).toMatchObject({
      error: '工具 calc 已在分类 读取 中，请先移除后再分配',
      code: 'tool_already_placed',
    });
    await policy.unplace(caller, 'calc');
    await policy.place(caller, 'calc', 'write', 'custom');
    expect(await policy.categoryOf([CALC, READ])).toEqual(
      new Map([
        ['calc', 'write'],
        ['read_file', 'read'],
      ]),
    );
  });

  it('refuses the category a tool is at home in, and one that does not exist', async () => {
    const { caller } = await app.guest('admin');
    const place = (category: string) =>
      app
        .get(PolicyService)
        .place(caller, 'calc', category, 'custom')
        .catch((thrown: unknown) => toErrorBody(thrown, 'zh-CN').code);
    expect(await place('custom')).toBe('tool_already_placed');
    for (const category of ['nowhere', 'toString', '__proto__', '']) {
      expect(await place(category)).toBe('category_not_found');
    }
  });

  it('lets one of many moves at once win', async () => {
    const { caller } = await app.guest('admin');
    const policy = app.get(PolicyService);
    const categories = ['read', 'write', 'execute', 'network'];
    const results = await Promise.allSettled(
      categories.map((category) => policy.place(caller, 'calc', category, 'custom')),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await app.database.rows(ToolPlacement).count()).toBe(1);
  });

  it('shows every category with the tools that exist now; a move gives nobody a right (A-089, A-093)', async () => {
    const { caller } = await app.guest('admin');
    const user = await app.guest('user');
    const policy = app.get(PolicyService);
    await policy.place(caller, 'calc', 'read', 'custom');
    const groups = await policy.groupByCategory([CALC, READ]);
    expect(groups.map(({ id, tools }) => [id, tools.map(({ name }) => name)])).toEqual([
      ['custom', []],
      ['read', ['calc', 'read_file']],
      ['write', []],
      ['execute', []],
      ['network', []],
    ]);
    const moved = { ...CALC, category: 'read' };
    expect(await policy.decide(user.caller, moved)).toEqual({
      effect: 'deny',
      reason: 'administrators_only',
    });
    const all = await policy.decideAll(user.caller, [moved, READ]);
    expect([...all.values()].map(({ effect }) => effect)).toEqual(['deny', 'allow']);
  });

  it('sends a tool home whose category vanished', async () => {
    const { caller } = await app.guest('admin');
    const placedAt = app.clock.now();
    const row = { tool: 'calc', category: 'vanished', placedBy: caller.userId, placedAt };
    await app.database.rows(ToolPlacement).insert(row);
    expect((await app.get(PolicyService).categoryOf([CALC])).get('calc')).toBe('custom');
  });
});

describe('bookkeeping', () => {
  it('writes calls and steps in the background and adds them up per person', async () => {
    const { caller } = await app.guest('user');
    const other = await app.guest('user');
    const usage = app.get(UsageService);
    const place = { conversationId: null, runId: null };
    for (let i = 0; i < 1200; i += 1)
      usage.recordToolCall(caller, { ...place, tool: 'calc', durationMs: 3 });
    const step = { ...place, model: 'm', inputTokens: 10, outputTokens: 5.4, cachedTokens: NaN };
    usage.recordModelStep(other.caller, step);
    usage.recordModelStep(other.caller, { ...step, inputTokens: Infinity, outputTokens: -1 });
    await usage.flush();
    expect(await app.database.rows(UsageEntry).count()).toBe(1202);
    expect(await usage.sumSince(other.caller, new Date(0))).toEqual({
      calls: 2,
      inputTokens: 10,
      outputTokens: 5,
      cachedTokens: 0,
    });
    const totals = await app.get(UsageRepository).sumOfUserSince(caller.userId, app.clock.now());
    expect(totals.calls).toBe(1200);
  });

  it('writes what is left when the server stops', async () => {
    const { caller } = await app.guest('user');
    const call = { tool: 'calc', callId: 'c1', conversationId: null, runId: null };
    app
      .get(AuditService)
      .recordToolCall(caller, { ...call, status: 'timeout', code: 'tool_timeout', durationMs: 9 });
    await app.get(AuditService).onApplicationShutdown();
    const [entry] = await app.database.rows(AuditEntry).find();
    expect(entry).toMatchObject({
      actorId: caller.userId,
      action: 'tool.call',
      subject: 'calc',
      outcome: 'timeout',
      facts: { callId: 'c1', code: 'tool_timeout', durationMs: 9 },
    });
  });

  it('pages through the audit, newest first, without gaps where times are equal', async () => {
    const { caller } = await app.guest('admin');
    const audit = app.get(AuditService);
    for (let i = 0; i < 7; i += 1) {
      await audit.record(caller, { action: 'thing.change', subject: String(i) });
      if (i % 3 === 2) app.clock.pass(1000);
    }
    const seen: string[] = [];
    let page = await audit.listNewest(null, 3);
    while (page.length > 0) {
      seen.push(...page.map(({ subject }) => subject));
      page = await audit.listNewest(page.at(-1), 3);
    }
    expect(seen).toHaveLength(7);
    expect(new Set(seen).size).toBe(7);
    expect(seen[0]).toBe('6');
  });

  it('takes the entry back with the work it belongs to', async () => {
    const { caller } = await app.guest('admin');
    const work = app.database.inTransaction(async () => {
      await app.get(AuditService).record(caller, { action: 'thing.change', subject: '1' });
      throw new TypeError('the work failed');
    });
    await expect(work).rejects.toThrow('the work failed');
    expect(await app.database.rows(AuditEntry).count()).toBe(0);
  });
});

it('keeps a setting over a restart of the service', async () => {
  const STEPS = { key: 'test.steps', schema: z.object({ n: z.number() }), fallback: { n: 1 } };
  const settings = app.get(SettingsService);
  await settings.set(STEPS, { n: 2 });
  await settings.set(STEPS, { n: 3 });
  expect(await settings.get(STEPS)).toEqual({ n: 3 });
});
