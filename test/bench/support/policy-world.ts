import { randomUUID } from 'node:crypto';
import type { PolicyDocument, PolicyEffect, PolicyRule, PolicyScope } from '@/contract/policy';
import type { DecidableTool, Subject } from '@/people/policy/decision';

export const PEOPLE = 10_000;
export const GROUPS = 500;
export const TOOLS = 1_000;
export const RULES = 5_000;
const GROUPS_PER_PERSON = 3;
const EFFECTS: PolicyEffect[] = ['allow', 'ask', 'deny'];

export interface World {
  people: (Subject & { name: string; email: string })[];
  groups: { id: string; name: string }[];
  tools: DecidableTool[];
  document: PolicyDocument;
}

const at = <T>(list: readonly T[], place: number): T => list[place % list.length] as T;

/** The installation of issue 4's bar: everything refers to everything else as it would in a large company. */
export function policyWorld(): World {
  const groups = Array.from({ length: GROUPS }, (_, i) => ({
    id: randomUUID(),
    name: `Group ${i}`,
  }));
  const people = Array.from({ length: PEOPLE }, (_, i) => ({
    userId: randomUUID(),
    name: `Person ${i}`,
    email: `person${i}@example.org`,
    role: i % 100 === 0 ? ('admin' as const) : ('user' as const),
    groups: Array.from({ length: GROUPS_PER_PERSON }, (_, k) => at(groups, i * 7 + k * 131)),
  }));
  const tools = Array.from({ length: TOOLS }, (_, i) => ({
    name: `tool_${i}`,
    category: 'custom',
    dangerous: i % 3 === 0,
    adminOnly: false,
  }));
  const rules = Array.from({ length: RULES }, (_, i) => ruleOf(i, { groups, people }));
  return { people, groups, tools, document: { rules, defaults: DEFAULTS, placements: {} } };
}

const DEFAULTS = { dangerous: 'ask', safe: 'allow' } as const;

function ruleOf(i: number, { groups, people }: Pick<World, 'groups' | 'people'>): PolicyRule {
  const scopes: PolicyScope[] = [
    { type: 'everyone' },
    { type: 'role', role: 'user' },
    ...[1, 2, 3, 4].map((k) => ({ type: 'group' as const, groupId: at(groups, i * k).id })),
    { type: 'user', userId: at(people, i * 13).userId },
    { type: 'model', modelId: `provider/model-${i % 20}` },
  ];
  return {
    id: randomUUID(),
    scope: at(scopes, i),
    target:
      i % 50 === 0
        ? { type: 'category', category: at(['custom', 'read', 'write'], i) }
        : { type: 'tool', tool: `tool_${(i * 7) % TOOLS}` },
    effect: at(EFFECTS, i + Math.floor(i / 8)),
    conditions:
      i % 4 === 0
        ? [{ type: 'argument', pointer: '/path', operator: 'prefix', value: `/srv/${i}` }]
        : [],
    expiresAt: i % 10 === 0 ? '2100-01-01T00:00:00Z' : null,
    approverGroupId: null,
    note: '',
  };
}
