import type { Limit } from '@/contract/usage';
import type { Caller } from '@/foundation/http/caller';
import { AuditService } from '@/people/audit/audit.service';
import { GroupsService } from '@/people/groups/groups.service';
import { LimitsService } from '@/people/limits/limits.service';
import { SpendingService } from '@/people/limits/spending.service';
import { PeopleApp } from '../../support/people-app';

let app: PeopleApp;
let limits: LimitsService;
let spending: SpendingService;
beforeAll(async () => {
  app = await PeopleApp.start();
  limits = app.get(LimitsService);
  spending = app.get(SpendingService);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.empty();
  const { caller } = await app.guest('admin');
  await limits.replace(caller, []);
  await limits.replacePrices(caller, { currency: 'CNY', models: [] });
});

const MODEL = 'provider/model';
const place = { conversationId: null, runId: null, model: MODEL };
const TOKENS = { inputTokens: 900, outputTokens: 100, cachedTokens: 0 };

async function setUp(...amounts: [Limit['scope'] | null, Limit['measure'], number][]) {
  const { caller } = await app.guest('user');
  const own: Limit['scope'] = { type: 'user', userId: caller.userId };
  const items = amounts.map(([scope, measure, amount]) => ({
    scope: scope ?? own,
    measure,
    amount,
  }));
  await limits.replace(caller, items);
  return caller;
}

/** One request from beginning to end. */
async function spend(caller: Caller, model = MODEL): Promise<void> {
  const reserved = await spending.reserve(caller, { ...place, model }, 1_000);
  await reserved.settle(TOKENS);
  await reserved.close(1_000, '');
}

const used = async (caller: Caller) => (await limits.listOwn(caller)).map((own) => own.used);

it('lets 50 requests at the same moment overshoot by one of them at most', async () => {
  const caller = await setUp([null, 'tokens_per_day', 40_000]);
  const tries = await Promise.allSettled(
    Array.from({ length: 50 }, () => spending.reserve(caller, place, 1_000)),
  );
  const held = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(held).toHaveLength(3);
  for (const one of tries) {
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ kind: 'limited' });
  }
  const largest = { inputTokens: 1_000, outputTokens: 16_384, cachedTokens: 0 };
  await Promise.all(held.map((one) => one.settle(largest)));
  const total = (await used(caller))[0] ?? 0;
  expect(total).toBe(3 * 17_384);
  expect(total - 40_000).toBeLessThanOrEqual(17_384);
  await expect(spend(caller)).rejects.toMatchObject({ code: 'usage_limit_reached' });
});

it('never misses a request that is being settled while others ask', async () => {
  for (let round = 0; round < 10; round += 1) {
    const caller = await setUp([null, 'tokens_per_day', 1]);
    const tries = await Promise.allSettled(Array.from({ length: 50 }, () => spend(caller)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  }
});

it('counts the real number once it is known, and lets go on until the amount is reached', async () => {
  const caller = await setUp([null, 'tokens_per_day', 2_500]);
  for (let i = 1; i <= 3; i += 1) await spend(caller);
  expect(await used(caller)).toEqual([3_000]);
  await expect(spend(caller)).rejects.toMatchObject({
    code: 'usage_limit_reached',
    advice: { en: expect.stringMatching(/^Go on after \d{4}-\d\d-\d\d 00:00 UTC/) },
  });
  app.clock.pass(24 * 3_600_000);
  await spend(caller);
  expect(await used(caller)).toEqual([1_000]);
});

it('counts a stopped answer by its length, and one that never came not at all', async () => {
  const caller = await setUp([null, 'tokens_per_day', 100_000]);
  const stopped = await spending.reserve(caller, place, 1_000);
  expect(await used(caller)).toEqual([17_384]);
  await stopped.close(1_000, 'abcdefgh');
  expect(await used(caller)).toEqual([1_004]);
  const failed = await spending.reserve(caller, place, 1_000);
  await failed.close(1_000, null);
  expect(await used(caller)).toEqual([1_004]);
});

it('forgets what a server reserved that died', async () => {
  const caller = await setUp([null, 'tokens_per_day', 10_000]);
  await spending.reserve(caller, place, 1_000);
  await expect(spend(caller)).rejects.toMatchObject({ code: 'usage_limit_reached' });
  app.clock.pass(31 * 60_000);
  await spend(caller);
  expect(await used(caller)).toEqual([1_000]);
});

it("holds a budget by the price table, and a model's limit for that model alone", async () => {
  const { caller: admin } = await app.guest('admin');
  const price = { modelId: MODEL, input: 1_000, cachedInput: 100, output: 1_000 };
  await limits.replacePrices(admin, { currency: 'CNY', models: [price] });
  const caller = await setUp([null, 'cost_per_month', 2]);
  await spend(caller);
  await spend(caller);
  expect(await used(caller)).toEqual([2]);
  await expect(spend(caller, 'provider/free')).rejects.toMatchObject({ kind: 'limited' });
  await limits.replace(admin, [
    { scope: { type: 'model', modelId: MODEL }, measure: 'cost_per_month', amount: 2 },
  ]);
  await expect(spend(caller)).rejects.toMatchObject({ kind: 'limited' });
  await spend(caller, 'provider/free');
});

it('reads groups anew for each request, and keeps one person’s use apart from another’s', async () => {
  const { caller: admin } = await app.guest('admin');
  const groups = app.get(GroupsService);
  const { id: groupId } = await groups.create(admin, { name: 'Small', description: '' });
  const ann = await setUp([{ type: 'group', groupId }, 'tokens_per_day', 0]);
  const { caller: bob } = await app.guest('user');
  await spend(ann);
  await groups.setMembers(admin, groupId, [ann.userId]);
  await expect(spend(ann)).rejects.toMatchObject({ kind: 'limited' });
  await spend(bob);
  const deeds = (await app.get(AuditService).listNewest()).map(({ action }) => action);
  expect(deeds).toContain('limits.replace');
});
