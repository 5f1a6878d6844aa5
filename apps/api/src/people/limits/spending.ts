import type { Limit, LimitMeasure, ModelPrice } from '@/contract/usage';
import type { Role } from '@/contract/people';

export interface Tokens {
  inputTokens: number;
  outputTokens: number;
  /** Part of the input. */
  cachedTokens: number;
}

/** What one person used of one model. */
export interface ModelSum {
  model: string;
  dayTokens: number;
  monthCost: number;
}

export interface Person {
  userId: string;
  role: Role;
  groupIds: readonly string[];
}

/** What adds up over time, and begins anew. */
export type SpendingMeasure = Exclude<LimitMeasure, 'runs_at_once'>;

/** A limit as it holds for one person. */
export interface OwnAmount<Measure extends LimitMeasure = LimitMeasure> {
  measure: Measure;
  modelId: string | null;
  amount: number;
}

const MEASURES: readonly LimitMeasure[] = ['tokens_per_day', 'cost_per_month', 'runs_at_once'];

/** The person's own amount before the largest of their groups before their role's; models' limits beside it. */
export function limitsOf(limits: readonly Limit[], person: Person): OwnAmount[] {
  const personal = MEASURES.flatMap((measure): OwnAmount[] => {
    const all = limits.filter((limit) => limit.measure === measure);
    const user = all.filter(({ scope }) => scope.type === 'user' && scope.userId === person.userId);
    const groups = all.filter(
      ({ scope }) => scope.type === 'group' && person.groupIds.includes(scope.groupId),
    );
    const role = all.filter(({ scope }) => scope.type === 'role' && scope.role === person.role);
    const [winners] = [user, groups, role].filter(({ length }) => length > 0);
    if (!winners) return [];
    return [{ measure, modelId: null, amount: Math.max(...winners.map(({ amount }) => amount)) }];
  });
  const models = limits.flatMap(({ scope, measure, amount }): OwnAmount[] =>
    scope.type === 'model' ? [{ measure, modelId: scope.modelId, amount }] : [],
  );
  return [...personal, ...models];
}

export const isSpending = (own: OwnAmount): own is OwnAmount<SpendingMeasure> =>
  own.measure !== 'runs_at_once';

export function usedOf(
  { measure, modelId }: OwnAmount<SpendingMeasure>,
  sums: readonly ModelSum[],
): number {
  return sums
    .filter(({ model }) => modelId === null || model === modelId)
    .reduce((sum, row) => sum + (measure === 'tokens_per_day' ? row.dayTokens : row.monthCost), 0);
}

export const dayStart = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));

export const monthStart = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));

export function resetOf(measure: SpendingMeasure, now: Date): Date {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return measure === 'tokens_per_day'
    ? new Date(Date.UTC(year, month, now.getUTCDate() + 1))
    : new Date(Date.UTC(year, month + 1, 1));
}

const MILLION = 1_000_000;

export function costOf(price: ModelPrice | undefined, tokens: Tokens): number {
  if (!price) return 0;
  const cached = Math.min(tokens.cachedTokens, tokens.inputTokens);
  const fresh = tokens.inputTokens - cached;
  const sum = fresh * price.input + cached * price.cachedInput + tokens.outputTokens * price.output;
  return Number.isFinite(sum) ? Math.max(0, sum) / MILLION : 0;
}

/** On the high side for every tokenizer in use: two letters of Latin, or less than one Han character, per token. */
export function estimatedTokens(text: string): number {
  const foreign = text.replace(/[\0-\x7f]/g, '').length;
  return Math.ceil((text.length - foreign) / 2 + foreign * 1.5);
}
