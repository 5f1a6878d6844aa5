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

/** What one scope says, by what it is about. */
interface ScopeRules {
  tools: Map<string, ReadyRule[]>;
  categories: Map<string, ReadyRule[]>;
}

/** Scopes that speak as one, as far as they say anything at all. */
export type Level = readonly ScopeRules[];

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
  private readonly scopes = new Map<string, ScopeRules>();
  private readonly placements: ReadonlyMap<string, string>;
  /** Who says anything about a tool or a category. */
  private readonly speakers = {
    tools: new Map<string, PolicyScope[]>(),
    categories: new Map<string, PolicyScope[]>(),
  };
  /** A list asks about a thousand tools for the same person. */
  private readonly levels = new WeakMap<object, readonly Level[]>();

  constructor(readonly document: PolicyDocument) {
    this.placements = new Map(Object.entries(document.placements));
    for (const [place, rule] of document.rules.entries()) this.add(rule, place);
    for (const { tools, categories } of this.scopes.values()) {
      for (const rules of [...tools.values(), ...categories.values()]) {
        rules.sort((a, b) => a.rank - b.rank);
      }
    }
  }

  /** Where a tool stands: moved, or at home. One whose category vanished is back home. */
  categoryOf({ name, category: home }: RuleTarget): string {
    const placed = this.placements.get(name);
    return placed !== undefined && isToolCategory(placed) ? placed : home;
  }

  /** The scopes of somebody, level by level; remembered for as long as the subject itself. */
  levelsFor(subject: object, keysOf: () => readonly (readonly string[])[]): readonly Level[] {
    const known = this.levels.get(subject);
    if (known) return known;
    const levels = keysOf().map((keys) => this.level(keys));
    this.levels.set(subject, levels);
    return levels;
  }

  level(scopeKeys: readonly string[]): Level {
    return scopeKeys.flatMap((key) => this.scopes.get(key) ?? []);
  }

  /** What a level says about the tool: in the order in which its rules speak. */
  rulesOf(level: Level, tool: RuleTarget): readonly ReadyRule[] {
    let found: readonly ReadyRule[] = NONE;
    const category = this.categoryOf(tool);
    for (const { tools, categories } of level) {
      found = merged(merged(found, tools.get(tool.name)), categories.get(category));
    }
    return found;
  }

  /** Every scope that says something about the tool. */
  scopesOf(tool: RuleTarget): PolicyScope[] {
    return [
      ...(this.speakers.tools.get(tool.name) ?? []),
      ...(this.speakers.categories.get(this.categoryOf(tool)) ?? []),
    ];
  }

  private add(rule: PolicyRule, place: number): void {
    const { scope, target } = rule;
    const key = scopeKey(scope);
    const said = this.scopes.get(key) ?? { tools: new Map(), categories: new Map() };
    this.scopes.set(key, said);
    const [kind, name] =
      target.type === 'tool'
        ? (['tools', target.tool] as const)
        : (['categories', target.category] as const);
    const rules = said[kind].get(name) ?? [];
    if (rules.length === 0) push(this.speakers[kind], name, scope);
    said[kind].set(name, rules);
    rules.push({
      rule,
      conditions: rule.conditions.map(readyCondition),
      expiresAt: rule.expiresAt === null ? Infinity : Date.parse(rule.expiresAt),
      rank: rankOf(rule, place),
    });
  }
}

/** Most tools have rules of one source only, and then nothing is copied. */
function merged(
  found: readonly ReadyRule[],
  more: readonly ReadyRule[] | undefined,
): readonly ReadyRule[] {
  if (!more) return found;
  return found.length === 0 ? more : [...found, ...more].sort((a, b) => a.rank - b.rank);
}

function push(map: Map<string, PolicyScope[]>, name: string, scope: PolicyScope): void {
  const list = map.get(name);
  if (list) list.push(scope);
  else map.set(name, [scope]);
}

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
