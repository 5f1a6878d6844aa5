import type {
  PolicyDocument,
  PolicyEffect,
  PolicyRule,
  PolicyScope,
  PolicyTarget,
} from '@contract/policy';
import { keyOfScope } from '@web/widgets/scope-items';

/** `inherit`: this scope says nothing about it. */
export type Choice = PolicyEffect | 'inherit';

const targetKey = (target: PolicyTarget): string =>
  target.type === 'tool' ? `tool ${target.tool}` : `category ${target.category}`;

const keyOf = (scope: PolicyScope, target: PolicyTarget): string =>
  `${keyOfScope(scope)} ${targetKey(target)}`;

/** What each scope says about each target; made once per document, because every row of the page asks. */
export type RuleIndex = ReadonlyMap<string, readonly PolicyRule[]>;

export function indexOf({ rules }: PolicyDocument): RuleIndex {
  const index = new Map<string, PolicyRule[]>();
  for (const rule of rules) {
    const key = keyOf(rule.scope, rule.target);
    const known = index.get(key);
    if (known) known.push(rule);
    else index.set(key, [rule]);
  }
  return index;
}

/** A rule as plain as a choice of three: nothing but its effect. */
export const isPlain = ({ conditions, expiresAt, approverGroupId, note }: PolicyRule): boolean =>
  conditions.length === 0 && expiresAt === null && approverGroupId === null && note === '';

/** Everything one scope says about one target, in the order of the document. */
export const rulesAbout = (
  index: RuleIndex,
  scope: PolicyScope,
  target: PolicyTarget,
): readonly PolicyRule[] => index.get(keyOf(scope, target)) ?? [];

/** What the plain rule of a scope says about a target. */
export const choiceOf = (index: RuleIndex, scope: PolicyScope, target: PolicyTarget): Choice =>
  rulesAbout(index, scope, target).find(isPlain)?.effect ?? 'inherit';

/** The same document with another plain rule, or none; rules with conditions stay. */
export function withChoice(
  document: PolicyDocument,
  { scope, target, choice }: { scope: PolicyScope; target: PolicyTarget; choice: Choice },
  newId: () => string,
): PolicyDocument {
  const plain = rulesAbout(indexOf(document), scope, target).filter(isPlain);
  const [first] = plain;
  const others = document.rules.filter((rule) => !plain.includes(rule));
  if (choice === 'inherit') return { ...document, rules: others };
  if (first) return withRule(document, { ...first, effect: choice });
  return { ...document, rules: [...others, emptyRule({ scope, target, effect: choice }, newId())] };
}

export const emptyRule = (
  head: Pick<PolicyRule, 'scope' | 'target' | 'effect'>,
  id: string,
): PolicyRule => ({
  id,
  ...head,
  conditions: [],
  expiresAt: null,
  approverGroupId: null,
  note: '',
});

/** Replaces the rule of this id in its place, or adds it at the end. */
export function withRule(document: PolicyDocument, rule: PolicyRule): PolicyDocument {
  const isKnown = document.rules.some(({ id }) => id === rule.id);
  const rules = isKnown
    ? document.rules.map((each) => (each.id === rule.id ? rule : each))
    : [...document.rules, rule];
  return { ...document, rules };
}

export const withoutRule = (document: PolicyDocument, ruleId: string): PolicyDocument => ({
  ...document,
  rules: document.rules.filter(({ id }) => id !== ruleId),
});

export interface RuleChange {
  kind: 'added' | 'removed' | 'changed';
  rule: PolicyRule;
}

/** What happened to rules between two documents; of a changed one its new form. */
export function ruleChanges(before: PolicyDocument, after: PolicyDocument): RuleChange[] {
  const was = new Map(before.rules.map((rule) => [rule.id, rule]));
  const is = new Set(after.rules.map(({ id }) => id));
  const removed = before.rules.filter(({ id }) => !is.has(id));
  return [
    ...after.rules.flatMap((rule): RuleChange[] => {
      const old = was.get(rule.id);
      if (!old) return [{ kind: 'added', rule }];
      return isEqual(old, rule) ? [] : [{ kind: 'changed', rule }];
    }),
    ...removed.map((rule): RuleChange => ({ kind: 'removed', rule })),
  ];
}

/** Everything that differs: rules, the two defaults, and places of tools. */
export function changeCount(before: PolicyDocument, after: PolicyDocument): number {
  const defaults = (['dangerous', 'safe'] as const).filter(
    (kind) => before.defaults[kind] !== after.defaults[kind],
  );
  const tools = new Set([...Object.keys(before.placements), ...Object.keys(after.placements)]);
  const moved = [...tools].filter((tool) => before.placements[tool] !== after.placements[tool]);
  return ruleChanges(before, after).length + defaults.length + moved.length;
}

/** Edits keep what they do not touch, so most rules are the very same object. */
const isEqual = (one: PolicyRule, other: PolicyRule): boolean =>
  one === other || JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));

/** Whatever order keys come in. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, each]) => [key, sorted(each)]);
};
