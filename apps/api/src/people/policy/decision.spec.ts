import type { PolicyDocument, PolicyRule } from '@/contract/policy';
import { decision, type DecidableTool, type Situation, type Subject } from './decision';
import { FIRST_DOCUMENT } from './policy-document';
import { Rulebook } from './rulebook';

const CALC: DecidableTool = {
  name: 'calc',
  category: 'custom',
  dangerous: false,
  adminOnly: false,
};
const NOW = Date.parse('2026-12-01T00:00:00Z');
const CALL: Situation = {
  conditions: { arguments: {}, afterUntrusted: false },
  modelId: null,
  now: NOW,
};
const ANN: Subject = { userId: 'ann', role: 'user', groups: [{ id: 'g1', name: 'Research' }] };

let made = 0;
const rule = (change: Partial<PolicyRule>): PolicyRule => ({
  id: `rule-${(made += 1)}`,
  scope: { type: 'everyone' },
  target: { type: 'tool', tool: 'calc' },
  effect: 'allow',
  conditions: [],
  expiresAt: null,
  approverGroupId: null,
  note: '',
  ...change,
});

const book = (rules: PolicyRule[], change: Partial<PolicyDocument> = {}) =>
  new Rulebook({ ...FIRST_DOCUMENT, rules, ...change });

const effectOf = (
  rules: PolicyRule[],
  { tool = CALC, subject = ANN, ...call }: Partial<Situation> & Partial<Asked> = {},
) => decision(book(rules), subject, tool, { ...CALL, ...call }).effect;

interface Asked {
  tool: DecidableTool;
  subject: Subject;
}

const GROUP = { type: 'group', groupId: 'g1' } as const;
const USER = { type: 'user', userId: 'ann' } as const;
const CATEGORY = { type: 'category', category: 'custom' } as const;
const with_ = (args: Record<string, unknown> | null) => ({
  conditions: { arguments: args, afterUntrusted: false },
});

describe('what no rule may weaken', () => {
  const opened = [rule({ scope: USER })];

  it.each([
    ['admin', true, 'allow'],
    ['user', true, 'deny'],
    ['user', false, 'allow'],
    [null, true, 'deny'],
    [null, false, 'deny'],
  ] as const)('for %p and adminOnly %p it is %s (A-024, S-09)', (role, adminOnly, effect) => {
    const subject = { ...ANN, role };
    expect(effectOf(opened, { subject, tool: { ...CALC, adminOnly } })).toBe(effect);
  });

  it('does not change with the category a tool was moved to (A-093)', () => {
    const moved = book([rule({ target: { type: 'category', category: 'read' } })], {
      placements: { calc: 'read' },
    });
    expect(decision(moved, ANN, { ...CALC, adminOnly: true }, CALL).effect).toBe('deny');
  });

  it('keeps a tool to the groups its files name, and to administrators', () => {
    const tool = (name: string) => ({ ...CALC, audienceGroups: [name] });
    expect(effectOf(opened, { tool: tool('Research') })).toBe('allow');
    expect(effectOf(opened, { tool: tool('Other') })).toBe('deny');
    expect(effectOf(opened, { tool: tool('Other'), subject: { ...ANN, role: 'admin' } })).toBe(
      'allow',
    );
  });
});

describe('precedence', () => {
  it('falls back to the defaults of dangerous and safe tools (D-004)', () => {
    const defaults = { dangerous: 'ask', safe: 'allow' } as const;
    const of = (dangerous: boolean) =>
      decision(book([], { defaults }), ANN, { ...CALC, dangerous }, CALL);
    expect(of(true)).toMatchObject({ effect: 'ask', reason: 'default_dangerous', ruleId: null });
    expect(of(false)).toMatchObject({ effect: 'allow', reason: 'default_safe' });
  });

  it('lets a deny win wherever it stands', () => {
    expect(effectOf([rule({ effect: 'deny' }), rule({ scope: USER })])).toBe('deny');
    expect(effectOf([rule({ scope: USER, target: CATEGORY, effect: 'deny' }), rule({})])).toBe(
      'deny',
    );
  });

  it('otherwise listens to user, group, role, everyone, in this order', () => {
    const everyone = rule({ effect: 'ask' });
    const role = rule({ scope: { type: 'role', role: 'user' } });
    const group = rule({ scope: GROUP, effect: 'ask' });
    const user = rule({ scope: USER });
    expect(effectOf([everyone, role])).toBe('allow');
    expect(effectOf([everyone, role, group])).toBe('ask');
    expect(effectOf([everyone, role, group, user])).toBe('allow');
    expect(effectOf([rule({ scope: { type: 'group', groupId: 'g2' }, effect: 'deny' })])).toBe(
      'allow',
    );
  });

  it('listens to the tool before its category, and to the category it was moved to', () => {
    expect(effectOf([rule({ target: CATEGORY, effect: 'ask' }), rule({})])).toBe('allow');
    const read = rule({ target: { type: 'category', category: 'read' }, effect: 'ask' });
    const moved = book([read], { placements: { calc: 'read' } });
    expect(decision(moved, ANN, CALC, CALL).effect).toBe('ask');
    const vanished = book([read], { placements: { calc: 'gone' } });
    expect(decision(vanished, ANN, CALC, CALL).effect).toBe('allow');
  });

  it('takes the stricter of two equals, whatever their order', () => {
    const [ask, allow] = [rule({ scope: GROUP, effect: 'ask' }), rule({ scope: GROUP })];
    expect(effectOf([ask, allow])).toBe('ask');
    expect(effectOf([allow, ask])).toBe('ask');
    const approved = rule({ scope: GROUP, effect: 'ask', approverGroupId: 'g9' });
    expect(decision(book([ask, approved]), ANN, CALC, CALL).approverGroupId).toBe('g9');
  });

  it('lets a model only make it stricter', () => {
    const model = (effect: 'allow' | 'ask' | 'deny') =>
      rule({ scope: { type: 'model', modelId: 'm' }, effect });
    const ask = rule({ effect: 'ask' });
    expect(effectOf([ask, model('allow')], { modelId: 'm' })).toBe('ask');
    expect(effectOf([model('ask')], { modelId: 'm' })).toBe('ask');
    expect(effectOf([model('deny')], { modelId: 'm' })).toBe('deny');
    expect(effectOf([model('deny')], { modelId: 'other' })).toBe('allow');
    expect(effectOf([model('deny')])).toBe('allow');
  });

  it('forgets a rule the moment it expires', () => {
    const until = (ms: number) => [
      rule({ effect: 'deny', expiresAt: new Date(NOW + ms).toISOString() }),
    ];
    expect(effectOf(until(1))).toBe('deny');
    expect(effectOf(until(0))).toBe('allow');
  });
});

describe('conditions', () => {
  const where = (condition: object, effect: 'allow' | 'ask' | 'deny' = 'deny') =>
    rule({ effect, conditions: [{ type: 'argument', ...condition } as never] });
  const equals = { pointer: '/path', operator: 'equals', value: 'a' };

  it.each([
    [equals, { path: 'a' }, { path: 'b' }],
    [{ pointer: '/n', operator: 'one_of', value: [1, 2] }, { n: 2 }, { n: 3 }],
    [{ pointer: '/path', operator: 'prefix', value: '/etc/' }, { path: '/etc/x' }, { path: '/x' }],
    [{ pointer: '/path', operator: 'pattern', value: '^a+$' }, { path: 'aaa' }, { path: 'ab' }],
    [{ pointer: '/a~1b/0/~0', operator: 'equals', value: true }, at(true), at(false)],
  ])('%j holds for %j and not for %j', (condition, yes, no) => {
    expect(effectOf([where(condition)], with_(yes))).toBe('deny');
    expect(effectOf([where(condition)], with_(no))).toBe('allow');
  });

  it.each([null, {}, { path: ['a'] }, { path: 5 }, { path: null }])(
    'that cannot be read in %j holds for deny and ask, and fails for allow',
    (args) => {
      const effect = (what: 'allow' | 'ask' | 'deny') =>
        decision(
          book([where(equals, what)], { defaults: { dangerous: 'deny', safe: 'deny' } }),
          ANN,
          CALC,
          { ...CALL, ...with_(args) },
        );
      expect(effect('deny').reason).toBe('rule');
      expect(effect('ask').effect).toBe('ask');
      expect(effect('allow').reason).toBe('default_safe');
    },
  );

  it('never matches what only a prototype has', () => {
    const odd = where(
      { pointer: '/constructor/name', operator: 'equals', value: 'Object' },
      'allow',
    );
    const closed = book([odd], { defaults: { dangerous: 'deny', safe: 'deny' } });
    expect(decision(closed, ANN, CALC, CALL).effect).toBe('deny');
  });

  it('finds a needle in a long value in time that grows with its length only (S-46)', () => {
    const evil = where({ pointer: '/path', operator: 'pattern', value: '(a+)+$' });
    expect(effectOf([evil], with_({ path: `${'a'.repeat(9_000)}!` }))).toBe('allow');
    expect(effectOf([evil], with_({ path: `${'a'.repeat(99_000)}!` }))).toBe('deny');
  });

  it('asks for a person once something from outside was read (S-43)', () => {
    const careful = rule({ effect: 'ask', conditions: [{ type: 'after_untrusted' }] });
    const after = (afterUntrusted: boolean | null) => ({
      conditions: { arguments: {}, afterUntrusted },
    });
    expect(effectOf([careful], after(false))).toBe('allow');
    expect(effectOf([careful], after(true))).toBe('ask');
    expect(effectOf([careful], after(null))).toBe('ask');
  });

  it('leaves a tool out of a list only when every call of it would be denied', () => {
    const list = { conditions: 'widest' as const };
    expect(effectOf([where(equals)], list)).toBe('allow');
    expect(effectOf([rule({ effect: 'deny' })], list)).toBe('deny');
  });
});

function at(value: unknown): Record<string, unknown> {
  return { 'a/b': [{ '~': value }] };
}
