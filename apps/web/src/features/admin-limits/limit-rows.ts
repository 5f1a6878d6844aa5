import type { ModelChoice } from '@contract/models';
import type { Limit, LimitMeasure, LimitScope, ModelPrice } from '@contract/usage';
import { keyOfScope, scopeOfKey } from '@web/widgets/scope-items';

/** A limit in the making: nothing is chosen or typed at first. */
export interface LimitRow {
  /** Of the row on the page. */
  id: number;
  /** A scope as one text; empty while nothing is chosen. */
  scope: string;
  measure: LimitMeasure;
  amount: number | null;
}

export const rowsOf = (limits: readonly Limit[]): LimitRow[] =>
  limits.map(({ scope, measure, amount }, id) => ({
    id,
    scope: keyOfScope(scope),
    measure,
    amount,
  }));

export type RowProblem = 'noScope' | 'noAmount' | 'twice';

/** What is wrong with each row, by its id. */
export function problemsOf(rows: readonly LimitRow[]): Map<number, RowProblem> {
  const problems = new Map<number, RowProblem>();
  const seen = new Set<string>();
  for (const { id, scope, measure, amount } of rows) {
    const key = `${measure} ${scope}`;
    if (scope === '') problems.set(id, 'noScope');
    else if (seen.has(key)) problems.set(id, 'twice');
    else if (amount === null) problems.set(id, 'noAmount');
    seen.add(key);
  }
  return problems;
}

export const limitsOf = (rows: readonly LimitRow[]): Limit[] =>
  rows.map(({ scope, measure, amount }) => ({
    scope: scopeOfKey(scope) as LimitScope,
    measure,
    amount: amount ?? 0,
  }));

/** A price for each model that can be chosen; those of models that are gone are kept. */
export function priceRows(
  models: readonly ModelChoice[],
  prices: readonly ModelPrice[],
): (ModelPrice & { name: string })[] {
  const stored = new Map(prices.map((price) => [price.modelId, price]));
  const offered = models.map(({ id, name }) => ({
    ...(stored.get(id) ?? { modelId: id, input: 0, cachedInput: 0, output: 0 }),
    name,
  }));
  const known = new Set(models.map(({ id }) => id));
  const gone = prices.filter(({ modelId }) => !known.has(modelId));
  return [...offered, ...gone.map((price) => ({ ...price, name: price.modelId }))];
}

/** Free models need no row. */
export const pricesOf = (rows: readonly ModelPrice[]): ModelPrice[] =>
  rows
    .filter(({ input, cachedInput, output }) => input + cachedInput + output > 0)
    .map(({ modelId, input, cachedInput, output }) => ({ modelId, input, cachedInput, output }));
