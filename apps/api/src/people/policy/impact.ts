import type { ImpactEffect, PolicyImpact, PolicyImpactChange, PolicyRule } from '@/contract/policy';
import { decision, type DecidableTool, type Decision, type Subject } from './decision';
import type { PeopleClass, PeopleClasses } from './people-classes';
import { strictness, type Rulebook } from './rulebook';

/** Two documents that are compared over all people and tools. */
export interface Comparison {
  before: Rulebook;
  after: Rulebook;
  tools: readonly DecidableTool[];
  classes: PeopleClasses;
  /** Milliseconds since 1970. */
  now: number;
}

const MOST_CHANGES = 200;
const SOME_NAMES = 3;

type When = Exclude<PolicyImpactChange['when'], 'always'>;

/**
 * What one document changes against another, counted once for calls that conditions are about and once for all
 * others. Only tools some changed rule is about are looked at, and people nobody names only once per role.
 */
export function impactOf(comparison: Comparison): PolicyImpact {
  const { before, after } = comparison;
  const touched = touchedBy(before, after);
  const changes = comparison.tools
    .filter((tool) => isTouched(touched, comparison, tool))
    .flatMap((tool) => {
      const people = comparison.classes.of(tool, [before, after]);
      return [null, ...modelsAbout(touched, comparison, tool)].flatMap((modelId) =>
        changesOf(comparison, { tool, people, modelId }),
      );
    });
  const uncertainRuleIds = uncertainRules(comparison);
  return {
    changes: changes.sort((a, b) => b.people - a.people).slice(0, MOST_CHANGES),
    changeCount: changes.length,
    uncertainRuleIds,
    widens: uncertainRuleIds.length > 0 || changes.some(isWider),
  };
}

const STRICTNESS: Record<ImpactEffect, number> = { allow: 0, ask: 1, ask_group: 2, deny: 3 };

const isWider = ({ from, to }: PolicyImpactChange): boolean => STRICTNESS[to] < STRICTNESS[from];

interface Touched {
  tools: Set<string>;
  categories: Set<string>;
  models: Set<string>;
  dangerous: boolean;
  safe: boolean;
}

function touchedBy(before: Rulebook, after: Rulebook): Touched {
  const [old, next] = [before.document, after.document];
  const touched: Touched = {
    tools: new Set(),
    categories: new Set(),
    models: new Set(),
    dangerous: old.defaults.dangerous !== next.defaults.dangerous,
    safe: old.defaults.safe !== next.defaults.safe,
  };
  for (const { target, scope } of changedRules(old.rules, next.rules)) {
    if (target.type === 'tool') touched.tools.add(target.tool);
    else touched.categories.add(target.category);
    if (scope.type === 'model') touched.models.add(scope.modelId);
  }
  return touched;
}

/** Every rule that stands in one of the two only, or differently in each: both forms of it. */
function changedRules(old: readonly PolicyRule[], next: readonly PolicyRule[]): PolicyRule[] {
  const [was, is] = [textsOf(old), textsOf(next)];
  return [
    ...old.filter((rule) => is.get(rule.id) !== was.get(rule.id)),
    ...next.filter((rule) => is.get(rule.id) !== was.get(rule.id)),
  ];
}

const textsOf = (rules: readonly PolicyRule[]): Map<string, string> =>
  new Map(rules.map((rule) => [rule.id, JSON.stringify({ ...rule, note: '' })]));

function isTouched(touched: Touched, { before, after }: Comparison, tool: DecidableTool): boolean {
  const [was, is] = [before.categoryOf(tool), after.categoryOf(tool)];
  return (
    was !== is ||
    touched.tools.has(tool.name) ||
    touched.categories.has(was) ||
    (tool.dangerous ? touched.dangerous : touched.safe)
  );
}

/** Models whose ceilings changed, as far as they say or said anything about this tool. */
const modelsAbout = (touched: Touched, { before, after }: Comparison, tool: DecidableTool) =>
  [...touched.models].filter((modelId) =>
    [before, after].some((book) =>
      book.scopesOf(tool).some((scope) => scope.type === 'model' && scope.modelId === modelId),
    ),
  );

/** The changes of one tool, of both ways to take conditions; what is the same for both is told once. */
function changesOf(comparison: Comparison, about: Omit<Question, 'when'>): PolicyImpactChange[] {
  const held = countOf(comparison, { ...about, when: 'conditions_hold' });
  const failed = countOf(comparison, { ...about, when: 'conditions_fail' });
  return [...new Set([...held.keys(), ...failed.keys()])].flatMap((key) => {
    const [one, other] = [held.get(key), failed.get(key)];
    if (one && other && one.people === other.people) return [{ ...one, when: 'always' as const }];
    return [one, other].filter((change) => change !== undefined);
  });
}

interface Question {
  tool: DecidableTool;
  people: readonly PeopleClass[];
  modelId: string | null;
  when: When;
}

function countOf(comparison: Comparison, question: Question): Map<string, PolicyImpactChange> {
  const counted = new Map<string, PolicyImpactChange>();
  for (const group of question.people) {
    const change = difference(comparison, group.subject, question);
    if (change) count(counted, change, { group, question });
  }
  return counted;
}

function count(
  counted: Map<string, PolicyImpactChange>,
  [from, to]: [ImpactEffect, ImpactEffect],
  { group, question }: { group: PeopleClass; question: Question },
): void {
  const { tool, modelId, when } = question;
  const fresh = { tool: tool.name, from, to, when, modelId, people: 0, names: [] };
  const change: PolicyImpactChange = counted.get(`${from} ${to}`) ?? fresh;
  change.people += group.people;
  change.names = [...change.names, ...group.names].slice(0, SOME_NAMES);
  counted.set(`${from} ${to}`, change);
}

/** Null when nothing changes for this person, or the same changes without the model. */
function difference(
  { before, after, now }: Comparison,
  subject: Subject,
  { tool, modelId, when }: Question,
): [ImpactEffect, ImpactEffect] | null {
  const conditions = when === 'conditions_hold' ? ('all' as const) : ('none' as const);
  const effects = (model: string | null) =>
    [before, after].map((book) =>
      effectOf(decision(book, subject, tool, { conditions, modelId: model, now })),
    ) as [ImpactEffect, ImpactEffect];
  const [from, to] = effects(modelId);
  if (from === to) return null;
  if (modelId === null) return [from, to];
  const [plainFrom, plainTo] = effects(null);
  return from === plainFrom && to === plainTo ? null : [from, to];
}

const effectOf = ({ effect, approverGroupId }: Decision): ImpactEffect =>
  effect === 'ask' && approverGroupId !== null ? 'ask_group' : effect;

/** Rules that speak about other calls, until another time or of other approvers than before, or of tools not here. */
function uncertainRules({ before, after, tools }: Comparison): string[] {
  const old = new Map(before.document.rules.map((rule) => [rule.id, rule]));
  const names = new Set(tools.map(({ name }) => name));
  return after.document.rules
    .filter((rule) => {
      const was = old.get(rule.id);
      const isElsewhere = rule.target.type === 'tool' && !names.has(rule.target.tool);
      if (!was) return isElsewhere && rule.effect !== 'deny';
      return factsOf(was) !== factsOf(rule) || (isElsewhere && was.effect !== rule.effect);
    })
    .map(({ id }) => id);
}

const factsOf = ({ conditions, expiresAt, approverGroupId, effect }: PolicyRule): string => {
  const approvers = strictness(effect, approverGroupId) === 2 ? approverGroupId : null;
  return JSON.stringify([conditions, expiresAt, approvers]);
};
