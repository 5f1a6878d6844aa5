import type { PolicyDocument, PolicyRule } from '@contract/policy';
import {
  changeCount,
  choiceOf,
  emptyRule,
  indexOf,
  ruleChanges,
  rulesAbout,
  withChoice,
  withoutRule,
  withRule,
} from './policy-draft';

const EMPTY: PolicyDocument = {
  rules: [],
  defaults: { dangerous: 'ask', safe: 'allow' },
  placements: {},
};
const scope = { type: 'group', groupId: 'g' } as const;
const target = { type: 'tool', tool: 'calc' } as const;
let made = 0;
const newId = () => `r${(made += 1)}`;
const choose = (document: PolicyDocument, choice: 'allow' | 'ask' | 'deny' | 'inherit') =>
  withChoice(document, { scope, target, choice }, newId);
const conditional: PolicyRule = {
  ...emptyRule({ scope, target, effect: 'deny' }, 'c'),
  conditions: [{ type: 'after_untrusted' }],
};

it('keeps one plain rule per scope and target, with one id however often it is chosen anew', () => {
  const once = choose(EMPTY, 'allow');
  const twice = choose(once, 'deny');
  expect(choiceOf(indexOf(twice), scope, target)).toBe('deny');
  expect(twice.rules).toEqual([{ ...once.rules[0], effect: 'deny' }]);
  expect(choiceOf(indexOf(twice), { type: 'everyone' }, target)).toBe('inherit');
});

it('takes the rule away to inherit again, and leaves those with conditions', () => {
  const both = choose(withRule(EMPTY, conditional), 'ask');
  expect(rulesAbout(indexOf(both), scope, target)).toHaveLength(2);
  const back = choose(both, 'inherit');
  expect(back.rules).toEqual([conditional]);
  expect(choiceOf(indexOf(back), scope, target)).toBe('inherit');
});

it('says what differs, whatever order the keys of a stored rule have', () => {
  const before = withRule(EMPTY, conditional);
  const reordered = Object.fromEntries(Object.entries(conditional).reverse()) as never;
  expect(ruleChanges(before, withRule(EMPTY, reordered))).toEqual([]);
  const after = withRule(withoutRule(before, 'c'), { ...conditional, id: 'd' });
  expect(ruleChanges(before, after).map(({ kind, rule }) => [kind, rule.id])).toEqual([
    ['added', 'd'],
    ['removed', 'c'],
  ]);
  const changed = withRule(before, { ...conditional, note: 'why' });
  expect(ruleChanges(before, changed)).toMatchObject([{ kind: 'changed', rule: { note: 'why' } }]);
});

it('counts defaults and moves as changes too', () => {
  const after = {
    ...EMPTY,
    defaults: { dangerous: 'deny', safe: 'allow' } as const,
    placements: { calc: 'read' },
  };
  expect(changeCount(EMPTY, after)).toBe(2);
  expect(changeCount(after, after)).toBe(0);
});
