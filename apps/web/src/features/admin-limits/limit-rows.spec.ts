import type { Limit, LimitScope } from '@contract/usage';
import { keyOfScope, scopeItems, scopeOfKey } from '@web/widgets/scope-items';
import { limitsOf, priceRows, pricesOf, problemsOf, rowsOf } from './limit-rows';

const scopes: LimitScope[] = [
  { type: 'role', role: 'user' },
  { type: 'group', groupId: 'g1' },
  { type: 'user', userId: 'u1' },
  { type: 'model', modelId: 'p1/a:b' },
];
const limits: Limit[] = scopes.map((scope) => ({ scope, measure: 'tokens_per_day', amount: 5 }));

it('turns limits into rows and back', () => {
  expect(scopes.map(keyOfScope).map(scopeOfKey)).toEqual(scopes);
  expect(limitsOf(rowsOf(limits))).toEqual(limits);
});

it('says what is wrong with a row', () => {
  const row = { measure: 'tokens_per_day', amount: 1 } as const;
  const problems = problemsOf([
    { ...row, id: 1, scope: '' },
    { ...row, id: 2, scope: 'role:user' },
    { ...row, id: 3, scope: 'role:user' },
    { ...row, id: 4, scope: 'role:user', measure: 'cost_per_month' },
    { ...row, id: 5, scope: 'role:admin', amount: null },
  ]);
  expect([...problems]).toEqual([
    [1, 'noScope'],
    [3, 'twice'],
    [5, 'noAmount'],
  ]);
});

it('keeps what a limit names and is gone by now', () => {
  const items = scopeItems({ groups: [], people: [], models: [] }, ['group:g1', '', 'role:user'], {
    role: (role) => role,
    kind: (type) => type,
    gone: 'gone',
  });
  expect(items.map(({ value }) => value)).toEqual(['role:user', 'role:admin', 'group:g1']);
  expect(items.at(-1)?.label).toBe('gone');
});

it('shows a price for every model, and stores those that cost something', () => {
  const rows = priceRows(
    [{ id: 'p/a', name: 'a', provider: 'P' }],
    [{ modelId: 'p/old', input: 1, cachedInput: 0, output: 2 }],
  );
  expect(rows.map(({ name }) => name)).toEqual(['a', 'p/old']);
  expect(pricesOf(rows)).toEqual([{ modelId: 'p/old', input: 1, cachedInput: 0, output: 2 }]);
});
