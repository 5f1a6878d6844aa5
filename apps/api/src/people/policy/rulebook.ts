import type { PolicyDocument, PolicyEffect, PolicyRule, PolicyScope } from '@/contract/policy';
import { readyCondition, type CallFacts, type ReadyCondition } from './conditions';
import { isToolCategory } from './tool-categories';

/** A rule ready to be asked many times. */
export interface ReadyRule {
  rule: PolicyRule;
  conditions: readonly ReadyCondition[];
  expiresAt: number;
  /** Place within its scope: smaller speaks first. */
  rank: number;
}

/** What rules are looked up for: a tool, and the category it names itself. */
export interface RuleTarget {
  name: string;
  category: string;
}

type RulesByTarget = Map<string, ReadyRule[]>;

const NONE: readonly ReadyRule[] = [];
const TOOL_FIRST = 0;

/** How strict an answer is; somebody else's yes is harder to get than one's own. */
export const strictness = (effect: PolicyEffect, approverGroupId: string | null): number =>
  effect === 'deny' ? 3 : effect === 'ask' ? (approverGroupId === null ? 1 : 2) : 0;

export const scopeKey = (scope: PolicyScope): string => {
  switch (scope.type) {
    case 'everyone':
      return 'everyone';
    case 'role':
      return `role ${scope.role}`;
    case 'group':
      return `group ${scope.groupId}`;
    case 'user':
      return `user ${scope.userId}`;
    case 'model':
      return `model ${scope.modelId}`;
  }
};

/** A policy document, indexed: what each scope says about a tool or a category is one look away. */
export class Rulebook {
  private readonly scopes = new Map<string, RulesByTarget>();
  private readonly placements: ReadonlyMap<string, string>;

  constructor(readonly document: PolicyDocument) {
    this.placements = new Map(Object.entries(document.placements));
    for (const [place, rule] of document.rules.entries()) this.add(rule, place);
    for (const targets of this.scopes.values()) {
      for (const rules of targets.values()) rules.sort((a, b) => a.rank - b.rank);
    }
  }

  /** Where a tool stands: moved, or at home. One whose category vanished is back home. */
  categoryOf({ name, category: home }: RuleTarget): string {
    const placed = this.placements.get(name);
    return placed !== undefined && isToolCategory(placed) ? placed : home;
  }

  /** What the scopes, as one level, say about the tool: in the order in which they speak. */
  rulesOf(scopeKeys: readonly string[], tool: RuleTarget): readonly ReadyRule[] {
    let found: readonly ReadyRule[] = NONE;
    let sources = 0;
    const category = categoryKey(this.categoryOf(tool));
    for (const key of scopeKeys) {
      const targets = this.scopes.get(key);
      if (!targets) continue;
      for (const rules of [targets.get(toolKey(tool.name)), targets.get(category)]) {
        if (!rules) continue;
        found = sources === 0 ? rules : [...found, ...rules];
        sources++;
      }
    }
    return sources > 1 ? [...found].sort((a, b) => a.rank - b.rank) : found;
  }

  /** Every scope that says something about the tool. */
  scopesOf(tool: RuleTarget): PolicyScope[] {
    const scopes = new Map<string, PolicyScope>();
    const category = categoryKey(this.categoryOf(tool));
    for (const [key, targets] of this.scopes) {
      const rules = targets.get(toolKey(tool.name)) ?? targets.get(category);
      if (rules?.[0]) scopes.set(key, rules[0].rule.scope);
    }
    return [...scopes.values()];
  }

  private add(rule: PolicyRule, place: number): void {
    const key = scopeKey(rule.scope);
    const targets: RulesByTarget = this.scopes.get(key) ?? new Map<string, ReadyRule[]>();
    this.scopes.set(key, targets);
    const { target } = rule;
    const about = target.type === 'tool' ? toolKey(target.tool) : categoryKey(target.category);
    const rules = targets.get(about) ?? [];
    targets.set(about, rules);
    rules.push({
      rule,
      conditions: rule.conditions.map(readyCondition),
      expiresAt: rule.expiresAt === null ? Infinity : Date.parse(rule.expiresAt),
      rank: rankOf(rule, place),
    });
  }
}

const toolKey = (name: string): string => `tool ${name}`;
const categoryKey = (id: string): string => `category ${id}`;

/** A tool before its category, with conditions before without, strict before mild, then as written. */
function rankOf(rule: PolicyRule, place: number): number {
  const target = rule.target.type === 'tool' ? TOOL_FIRST : 1;
  const condition = rule.conditions.length > 0 ? 0 : 1;
  const mildness = 3 - strictness(rule.effect, rule.approverGroupId);
  return ((target * 2 + condition) * 4 + mildness) * 1_000_000 + place;
}

/** Whether the rule speaks about this call; a condition that cannot be read holds unless the rule would give something. */
export const conditionsHold = ({ rule, conditions }: ReadyRule, facts: CallFacts): boolean =>
  conditions.every((condition) => condition(facts) ?? rule.effect !== 'allow');
