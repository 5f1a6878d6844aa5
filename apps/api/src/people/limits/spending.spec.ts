import type { Limit } from '@/contract/usage';
import {
  costOf,
  estimatedTokens,
  limitsOf,
  resetOf,
  usedOf,
  type SpendingMeasure,
} from './spending';

const ANN = { userId: 'ann', role: 'user', groupIds: ['red', 'blue'] } as const;

const tokens = (scope: Limit['scope'], amount: number): Limit => ({
  scope,
  measure: 'tokens_per_day',
  amount,
});
const ROLE = tokens({ type: 'role', role: 'user' }, 10);
const RED = tokens({ type: 'group', groupId: 'red' }, 3);
const BLUE = tokens({ type: 'group', groupId: 'blue' }, 5);
const OWN = tokens({ type: 'user', userId: 'ann' }, 1);

it("takes the person's own amount before the largest of the groups before the role's", () => {
  const amounts = (...limits: Limit[]) => limitsOf(limits, ANN).map(({ amount }) => amount);
  expect(amounts(ROLE, RED, BLUE, OWN)).toEqual([1]);
  expect(amounts(ROLE, RED, BLUE)).toEqual([5]);
  expect(amounts(ROLE)).toEqual([10]);
});

it("leaves other people's limits out, and lets a model's hold beside the person's", () => {
  const others = [
    tokens({ type: 'role', role: 'admin' }, 1),
    tokens({ type: 'group', groupId: 'green' }, 1),
    tokens({ type: 'user', userId: 'bob' }, 1),
  ];
  const model = tokens({ type: 'model', modelId: 'm' }, 7);
  expect(limitsOf([...others, model, ROLE], ANN)).toEqual([
    { measure: 'tokens_per_day', modelId: null, amount: 10 },
    { measure: 'tokens_per_day', modelId: 'm', amount: 7 },
  ]);
});

it('adds up what counts: all models, or the one the limit is for', () => {
  const sums = [
    { model: 'm', dayTokens: 2, monthCost: 0.5 },
    { model: 'n', dayTokens: 3, monthCost: 0.25 },
  ];
  const used = (measure: SpendingMeasure, modelId: string | null) =>
    usedOf({ measure, modelId, amount: 0 }, sums);
  expect(used('tokens_per_day', null)).toBe(5);
  expect(used('tokens_per_day', 'n')).toBe(3);
  expect(used('cost_per_month', null)).toBe(0.75);
});

it('prices cached input apart, and nothing where there is no price', () => {
  const price = { modelId: 'm', input: 10, cachedInput: 1, output: 30 };
  const used = { inputTokens: 1_000_000, cachedTokens: 400_000, outputTokens: 100_000 };
  expect(costOf(price, used)).toBeCloseTo(6 + 0.4 + 3);
  expect(costOf(undefined, used)).toBe(0);
  expect(costOf(price, { ...used, inputTokens: NaN })).toBe(0);
});

it('begins a day and a month at midnight UTC, at the end of a year too', () => {
  const eve = new Date('2026-12-31T23:59:59Z');
  expect(resetOf('tokens_per_day', eve).toISOString()).toBe('2027-01-01T00:00:00.000Z');
  expect(resetOf('cost_per_month', eve).toISOString()).toBe('2027-01-01T00:00:00.000Z');
});

it('estimates on the high side, Han characters above letters', () => {
  expect(estimatedTokens('abcd')).toBe(2);
  expect(estimatedTokens('今天天气')).toBe(6);
});
