import type { ImpactEffect, PolicyDocument, PolicyRule } from '@/contract/policy';
import { decision, type DecidableTool, type Subject } from './decision';
import { impactOf } from './impact';
import { PeopleClasses } from './people-classes';
import { FIRST_DOCUMENT } from './policy-document';
import { Rulebook } from './rulebook';

const GROUPS = ['g1', 'g2', 'g3'].map((id) => ({ id, name: id }));
const PEOPLE = Array.from({ length: 40 }, (_, i) => ({
  userId: `u${i}`,
  name: `Person ${i}`,
  role: i % 9 === 0 ? ('admin' as const) : ('user' as const),
  groups: GROUPS.filter((_group, at) => ((i >> at) & 1) === 1),
}));
const TOOLS: DecidableTool[] = Array.from({ length: 6 }, (_, i) => ({
  name: `t${i}`,
  category: i % 2 === 0 ? 'custom' : 'read',
  dangerous: i % 3 === 0,
  adminOnly: i === 5,
  ...(i === 4 && { audienceGroups: ['g2'] }),
}));

let made = 0;
const rule = (change: Partial<PolicyRule>): PolicyRule => ({
  id: `r${(made += 1)}`,
  scope: { type: 'everyone' },
  target: { type: 'tool', tool: 't1' },
  effect: 'deny',
  conditions: [],
  expiresAt: null,
  approverGroupId: null,
  note: '',
  ...change,
});

const impact = (before: PolicyDocument, after: PolicyDocument) =>
  impactOf({
    before: new Rulebook(before),
    after: new Rulebook(after),
    tools: TOOLS,
    classes: new PeopleClasses(PEOPLE),
    now: 0,
  });

const withRules = (...rules: PolicyRule[]): PolicyDocument => ({ ...FIRST_DOCUMENT, rules });

/** The same count, person by person and tool by tool. */
function counted(before: PolicyDocument, after: PolicyDocument): Map<string, number> {
  const counts = new Map<string, number>();
  const effect = (document: PolicyDocument, who: Subject, tool: DecidableTool): ImpactEffect => {
    const situation = { conditions: 'all' as const, modelId: null, now: 0 };
    const made = decision(new Rulebook(document), who, tool, situation);
    return made.effect === 'ask' && made.approverGroupId ? 'ask_group' : made.effect;
  };
  for (const tool of TOOLS) {
    for (const person of PEOPLE) {
      const [from, to] = [effect(before, person, tool), effect(after, person, tool)];
      const key = `${tool.name} ${from} ${to}`;
      if (from !== to) counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return counts;
}

const BUSY = withRules(
  rule({ scope: { type: 'group', groupId: 'g1' }, effect: 'allow' }),
  rule({ scope: { type: 'user', userId: 'u7' }, target: { type: 'tool', tool: 't0' } }),
  rule({ target: { type: 'category', category: 'custom' }, effect: 'ask', approverGroupId: 'g3' }),
);

it.each([
  ['a deny for everyone', FIRST_DOCUMENT, withRules(rule({}))],
  ['rules for groups and people', FIRST_DOCUMENT, BUSY],
  ['the way back', BUSY, FIRST_DOCUMENT],
  ['a moved tool', BUSY, { ...BUSY, placements: { t1: 'custom' } }],
  ['other defaults', BUSY, { ...BUSY, defaults: { dangerous: 'allow', safe: 'ask' } as const }],
])('counts %s as somebody would who asks for each person', (_, before, after) => {
  const { changes, changeCount } = impact(before, after);
  const told = changes.map(({ tool, from, to, people }) => [`${tool} ${from} ${to}`, people]);
  expect(new Map(told as [string, number][])).toEqual(counted(before, after));
  expect(changeCount).toBe(changes.length);
  expect(changes.every(({ when }) => when === 'always')).toBe(true);
});

it('widens when anybody gets more, and not when everybody gets less', () => {
  const strict = withRules(rule({}));
  expect(impact(FIRST_DOCUMENT, strict).widens).toBe(false);
  expect(impact(strict, FIRST_DOCUMENT).widens).toBe(true);
  const others = withRules(rule({ effect: 'ask', approverGroupId: 'g1' }));
  const oneself = withRules({ ...others.rules[0]!, approverGroupId: null });
  expect(impact(others, oneself)).toMatchObject({ widens: true, changes: [{ from: 'ask_group' }] });
});

it('tells calls that conditions are about from the others', () => {
  const conditions = [{ type: 'after_untrusted' } as const];
  const { changes } = impact(FIRST_DOCUMENT, withRules(rule({ conditions })));
  expect(changes).toMatchObject([{ tool: 't1', to: 'deny', when: 'conditions_hold', people: 40 }]);
});

it('asks back for what nobody can count: conditions, ends, and tools that are not there', () => {
  const plain = rule({ effect: 'allow' });
  const ended = { ...plain, expiresAt: '2030-01-01T00:00:00Z' };
  expect(impact(withRules(plain), withRules(ended)).uncertainRuleIds).toEqual([plain.id]);
  const elsewhere = rule({ effect: 'allow', target: { type: 'tool', tool: 'later' } });
  expect(impact(FIRST_DOCUMENT, withRules(elsewhere)).widens).toBe(true);
  const note = { ...plain, note: 'why' };
  expect(impact(withRules(plain), withRules(note))).toMatchObject({ widens: false, changes: [] });
});

it('says what a changed ceiling does only with its model', () => {
  const ceiling = rule({ scope: { type: 'model', modelId: 'm' } });
  const { changes } = impact(FIRST_DOCUMENT, withRules(ceiling));
  expect(changes).toMatchObject([{ tool: 't1', modelId: 'm', to: 'deny', people: 40 }]);
});
