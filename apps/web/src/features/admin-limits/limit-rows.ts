import type { ModelChoice } from '@contract/models';
import type { GroupRow, UserRow } from '@contract/people';
import type { Limit, LimitMeasure, LimitScope, ModelPrice } from '@contract/usage';

/** A limit in the making: nothing is chosen or typed at first. */
export interface LimitRow {
  /** Of the row on the page. */
  id: number;
  /** A scope as one text; empty while nothing is chosen. */
  scope: string;
  measure: LimitMeasure;
  amount: number | null;
}

export interface ScopeItem {
  value: string;
  label: string;
  description?: string;
}

export interface ScopeSources {
  groups: readonly GroupRow[];
  people: readonly UserRow[];
  models: readonly ModelChoice[];
}

export function keyOfScope(scope: LimitScope): string {
  const { type, ...rest } = scope;
  return `${type}:${Object.values(rest)[0] as string}`;
}

export function scopeOfKey(key: string): LimitScope {
  const at = key.indexOf(':');
  const [type, value] = [key.slice(0, at), key.slice(at + 1)];
  if (type === 'role') return { type, role: value === 'admin' ? 'admin' : 'user' };
  if (type === 'group') return { type, groupId: value };
  if (type === 'user') return { type, userId: value };
  return { type: 'model', modelId: value };
}

/** Everything a limit can be for. What a stored limit names and is gone by now stays in the list, as what it is. */
export function scopeItems(
  { groups, people, models }: ScopeSources,
  used: readonly string[],
  words: { role: (role: 'admin' | 'user') => string; kind: (type: string) => string; gone: string },
): ScopeItem[] {
  const items: ScopeItem[] = [
    ...(['user', 'admin'] as const).map((role) => ({
      value: `role:${role}`,
      label: words.role(role),
      description: words.kind('role'),
    })),
    ...groups.map(({ id, name }) => ({
      value: `group:${id}`,
      label: name,
      description: words.kind('group'),
    })),
    ...people.map(({ id, name, email }) => ({
      value: `user:${id}`,
      label: name,
      description: email,
    })),
    ...models.map(({ id, name, provider }) => ({
      value: `model:${id}`,
      label: name,
      description: provider,
    })),
  ];
  const known = new Set(items.map(({ value }) => value));
  const gone = [...new Set(used)].filter((value) => value !== '' && !known.has(value));
  return [...items, ...gone.map((value) => ({ value, label: words.gone, description: value }))];
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
    scope: scopeOfKey(scope),
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
