import type { JsonScalar, PolicyCondition, PolicyDocument, PolicyRule } from '@/contract/policy';
import {
  decision,
  type DecidableTool,
  type Decision,
  type Situation,
  type Subject,
} from './decision';
import { explanation } from './explanation';
import { Rulebook } from './rulebook';

const RUNS = 100_000;
const NOW = 1_000_000;

/** Small numbers from a seed, so that a failure can be seen again (xorshift, Marsaglia 2003). */
function dice(seed: number) {
  let state = seed;
  return (sides: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % sides;
  };
}

type Dice = ReturnType<typeof dice>;
const one = <T>(roll: Dice, of: readonly T[]): T => of[roll(of.length)] as T;

const EFFECTS = ['allow', 'ask', 'deny'] as const;
const SCOPES: PolicyRule['scope'][] = [
  { type: 'everyone' },
  { type: 'role', role: 'user' },
  { type: 'role', role: 'admin' },
  { type: 'group', groupId: 'g1' },
  { type: 'group', groupId: 'g2' },
  { type: 'user', userId: 'u1' },
  { type: 'user', userId: 'u2' },
  { type: 'model', modelId: 'm1' },
];
const TARGETS: PolicyRule['target'][] = [
  { type: 'tool', tool: 't1' },
  { type: 'tool', tool: 't2' },
  { type: 'category', category: 'custom' },
  { type: 'category', category: 'read' },
];
const VALUES: JsonScalar[] = ['a', 'ab', 1, true, null];

function condition(roll: Dice): PolicyCondition {
  const pointer = one(roll, ['/x', '/y']);
  switch (roll(5)) {
    case 0:
      return { type: 'after_untrusted' };
    case 1:
      return { type: 'argument', pointer, operator: 'one_of', value: [one(roll, VALUES), 'a'] };
    case 2:
      return { type: 'argument', pointer, operator: 'prefix', value: 'a' };
    case 3:
      return { type: 'argument', pointer, operator: 'pattern', value: 'b$' };
    default:
      return { type: 'argument', pointer, operator: 'equals', value: one(roll, VALUES) };
  }
}

function rule(roll: Dice, id: string): PolicyRule {
  const effect = one(roll, EFFECTS);
  return {
    id,
    scope: one(roll, SCOPES),
    target: one(roll, TARGETS),
    effect,
    conditions: Array.from({ length: Math.max(0, roll(4) - 1) }, () => condition(roll)),
    expiresAt: roll(5) === 0 ? new Date(NOW + roll(3) - 1).toISOString() : null,
    approverGroupId: effect === 'ask' && roll(3) === 0 ? 'g9' : null,
    note: '',
  };
}

function question(roll: Dice): Question {
  const groups = [
    { id: 'g1', name: 'One' },
    { id: 'g2', name: 'Two' },
  ].filter(() => roll(2) === 0);
  const document: PolicyDocument = {
    rules: Array.from({ length: roll(9) }, (_, i) => rule(roll, `r${i}`)),
    defaults: { dangerous: one(roll, EFFECTS), safe: one(roll, EFFECTS) },
    placements: roll(3) === 0 ? { t1: one(roll, ['read', 'gone']) } : {},
  };
  const args = roll(6) === 0 ? null : { x: one(roll, VALUES), ...(roll(2) && { y: 'ab' }) };
  return {
    document,
    subject: { userId: 'u1', role: one(roll, ['user', 'user', 'admin', null]), groups },
    tool: {
      name: 't1',
      category: 'custom',
      dangerous: roll(2) === 0,
      adminOnly: roll(5) === 0,
      ...(roll(5) === 0 && { audienceGroups: ['One'] }),
    },
    situation: {
      conditions: { arguments: args, afterUntrusted: one(roll, [true, false, null]) },
      modelId: one(roll, ['m1', null]),
      now: NOW,
    },
  };
}

interface Question {
  document: PolicyDocument;
  subject: Subject;
  tool: DecidableTool;
  situation: Situation;
}

/** The rules of docs/plans and of the guide, written down once more as plainly as possible: no index, no order, only lists. */
function naive({ document, subject, tool, situation }: Question): Decision {
  const no = (reason: Decision['reason']): Decision => ({
    effect: 'deny',
    reason,
    ruleId: null,
    approverGroupId: null,
  });
  if (subject.role === null) return no('not_active');
  if (subject.role !== 'admin') {
    if (tool.adminOnly) return no('administrators_only');
    if (tool.audienceGroups && !subject.groups.some((g) => tool.audienceGroups?.includes(g.name)))
      return no('administrators_only');
  }
  const moved = document.placements[tool.name];
  const category = moved === 'read' ? 'read' : tool.category;
  const live = document.rules.filter(
    (r) =>
      (r.target.type === 'tool' ? r.target.tool === tool.name : r.target.category === category) &&
      (r.expiresAt === null || Date.parse(r.expiresAt) > situation.now) &&
      r.conditions.every((c) => naiveHolds(c, situation, r.effect)),
  );
  const level = (r: PolicyRule): number => {
    const { scope } = r;
    if (scope.type === 'user') return scope.userId === subject.userId ? 0 : 9;
    if (scope.type === 'group') return subject.groups.some((g) => g.id === scope.groupId) ? 1 : 9;
    if (scope.type === 'role') return scope.role === subject.role ? 2 : 9;
    return scope.type === 'everyone' ? 3 : 9;
  };
  const fallback: Decision = {
    effect: tool.dangerous ? document.defaults.dangerous : document.defaults.safe,
    reason: tool.dangerous ? 'default_dangerous' : 'default_safe',
    ruleId: null,
    approverGroupId: null,
  };
  const own =
    naivePick(
      live.filter((r) => level(r) < 9),
      level,
    ) ?? fallback;
  const ceiling = naivePick(
    live.filter((r) => r.scope.type === 'model' && r.scope.modelId === situation.modelId),
    () => 0,
  );
  return ceiling && naiveStrict(ceiling) > naiveStrict(own) ? ceiling : own;
}

function naivePick(rules: PolicyRule[], level: (r: PolicyRule) => number): Decision | null {
  const denies = rules.filter((r) => r.effect === 'deny');
  const best = (denies.length > 0 ? denies : rules)
    .map((r, place) => ({ r, place }))
    .sort(
      (a, b) =>
        level(a.r) - level(b.r) ||
        Number(a.r.target.type === 'category') - Number(b.r.target.type === 'category') ||
        Number(a.r.conditions.length === 0) - Number(b.r.conditions.length === 0) ||
        naiveStrict(b.r) - naiveStrict(a.r) ||
        a.place - b.place,
    )[0];
  if (!best) return null;
  const { id, effect, approverGroupId } = best.r;
  return { effect, reason: 'rule', ruleId: id, approverGroupId };
}

const naiveStrict = (d: Pick<Decision, 'effect' | 'approverGroupId'>): number =>
  EFFECTS.indexOf(d.effect) * 2 + (d.approverGroupId === null ? 0 : 1);

function naiveHolds(c: PolicyCondition, { conditions }: Situation, effect: string): boolean {
  if (typeof conditions === 'string') throw new TypeError('only whole calls are asked about');
  const verdict =
    c.type === 'after_untrusted'
      ? conditions.afterUntrusted
      : naiveVerdict(c, conditions.arguments?.[c.pointer.slice(1)] as JsonScalar | undefined);
  return verdict ?? effect !== 'allow';
}

function naiveVerdict(
  c: Extract<PolicyCondition, { type: 'argument' }>,
  value: JsonScalar | undefined,
): boolean | null {
  if (value === undefined) return null;
  const kind = (v: JsonScalar) => (v === null ? 'null' : typeof v);
  if (c.operator === 'equals') return kind(value) === kind(c.value) ? value === c.value : null;
  if (c.operator === 'one_of') {
    if (c.value.includes(value)) return true;
    return c.value.some((v) => kind(v) !== kind(value)) ? null : false;
  }
  if (typeof value !== 'string') return null;
  return c.operator === 'prefix' ? value.startsWith('a') : value.endsWith('b');
}

it(`decides like a naive reference over ${RUNS} random documents, and the explanation replayed gives the decision`, () => {
  const roll = dice(20_261_201);
  const seen = new Set<string>();
  for (let run = 0; run < RUNS; run += 1) {
    const asked = question(roll);
    const { document, subject, tool, situation } = asked;
    const book = new Rulebook(document);
    const made = decision(book, subject, tool, situation);
    const expected = naive(asked);
    const told = explanation(book, subject, tool, situation);
    const last = told.chain.find(({ outcome }) => outcome === 'ceiling');
    const step = last ?? told.chain.find(({ outcome }) => outcome === 'decides');
    const replayed = { effect: step?.effect, reason: step?.reason, ruleId: step?.ruleId };
    const { chain, ...answer } = told;
    const { effect, reason, ruleId } = made;
    const plain = { effect, reason, ruleId };
    if (!same(made, expected) || !same(answer, made) || !same(replayed, plain)) {
      throw new Error(JSON.stringify({ run, asked, made, expected, chain }, null, 1));
    }
    seen.add(`${made.effect} ${made.reason} ${last ? 'ceiling' : ''}`);
  }
  // Were a kind of answer never rolled, the comparison would say nothing about it.
  expect([...seen].sort()).toEqual([
    'allow default_dangerous ',
    'allow default_safe ',
    'allow rule ',
    'ask default_dangerous ',
    'ask default_safe ',
    'ask rule ',
    'ask rule ceiling',
    'deny administrators_only ',
    'deny default_dangerous ',
    'deny default_safe ',
    'deny not_active ',
    'deny rule ',
    'deny rule ceiling',
  ]);
});

const same = (a: object, b: object): boolean =>
  JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());
