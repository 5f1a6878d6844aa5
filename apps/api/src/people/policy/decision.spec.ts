import { decision } from './decision';

const tool = { name: 'calc', category: 'custom', dangerous: true, adminOnly: true };

it.each([
  ['admin', true, 'allow', 'default'],
  ['user', true, 'deny', 'administrators_only'],
  ['admin', false, 'allow', 'default'],
  ['user', false, 'allow', 'default'],
  [null, true, 'deny', 'not_active'],
  [null, false, 'deny', 'not_active'],
] as const)(
  'for %p and adminOnly %p it is %s, because %s (A-024)',
  (role, adminOnly, effect, reason) => {
    expect(decision(role, { ...tool, adminOnly })).toEqual({ effect, reason });
  },
);

it('does not change with the category a tool was moved to (A-093)', () => {
  for (const category of ['read', 'write', 'execute', 'network', 'custom', 'anything']) {
    expect(decision('user', { ...tool, category }).effect).toBe('deny');
  }
});
