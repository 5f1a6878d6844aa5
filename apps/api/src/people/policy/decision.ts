import type { Role } from '@/contract/people';
import type { PolicyEffect, PolicyReason } from '@/contract/policy';
import type { CallFacts } from './conditions';
import {
  conditionsHold,
  scopeKey,
  strictness,
  type Level,
  type ReadyRule,
  type Rulebook,
} from './rulebook';

export interface Decision {
  effect: PolicyEffect;
  reason: PolicyReason;
  /** The rule that made it; null for every other reason. */
  ruleId: string | null;
  /** With `ask`: who must say yes instead of the person who asks. */
  approverGroupId: string | null;
}

/** What a decision knows of a tool. */
export interface DecidableTool {
  name: string;
  category: string;
  dangerous: boolean;
  adminOnly: boolean;
  /** Names of the groups that may have it; absent, its own files leave it to the policy. */
  audienceGroups?: readonly string[];
}

/** Who asks, as they are at this moment. */
export interface Subject {
  userId: string;
  /** Null for who may not use the product (any more). */
  role: Role | null;
  groups: readonly { id: string; name: string }[];
}

/**
 * How conditions are taken. A list of tools is made before any call is known: then a rule that takes something away
 * only under a condition is left aside, and one that gives something counts (`widest`). `all` and `none` compare
 * documents.
 */
export type ConditionView = CallFacts | 'widest' | 'all' | 'none';

export interface Situation {
  conditions: ConditionView;
  /** Null when no model asks. */
  modelId: string | null;
  /** Milliseconds since 1970. */
  now: number;
}

/**
 * The whole policy as a pure function.
 *
 * 1. Who is not active gets nothing; administrators' tools are for administrators, whatever a rule says (A-024, A-093).
 * 2. A deny that applies to the person wins, wherever it stands. Otherwise the most specific scope speaks: user, group,
 *    role, everyone; within it the order of `rankOf`. Where nobody says anything, the defaults.
 * 3. What is said for the model can only make the answer stricter.
 */
export function decision(
  rulebook: Rulebook,
  subject: Subject,
  tool: DecidableTool,
  situation: Situation,
): Decision {
  const own = personalDecision(rulebook, subject, tool, situation);
  const ceiling = spoken(rulebook, [modelLevel(rulebook, situation)], tool, situation);
  return ceiling && isStricter(ceiling, own) ? decisionOf(ceiling) : own;
}

/** The same without the model's ceiling. */
export function personalDecision(
  rulebook: Rulebook,
  subject: Subject,
  tool: DecidableTool,
  situation: Situation,
): Decision {
  const barred = barredReason(subject, tool);
  if (barred) return { effect: 'deny', reason: barred, ruleId: null, approverGroupId: null };
  const levels = rulebook.levelsFor(subject, () => levelsOf(subject));
  const rule = spoken(rulebook, levels, tool, situation);
  return rule ? decisionOf(rule) : defaultDecision(rulebook, tool);
}

export function barredReason(
  { role, groups }: Subject,
  { adminOnly, audienceGroups }: DecidableTool,
): 'not_active' | 'administrators_only' | null {
  if (role === null) return 'not_active';
  if (role === 'admin') return null;
  const isOutside = audienceGroups && !groups.some(({ name }) => audienceGroups.includes(name));
  return adminOnly || isOutside ? 'administrators_only' : null;
}

/** Scope keys from the most specific level to the widest. */
export const levelsOf = ({ userId, role, groups }: Subject): string[][] => [
  [`user ${userId}`],
  groups.map(({ id }) => `group ${id}`),
  role === null ? [] : [scopeKey({ type: 'role', role })],
  ['everyone'],
];

const modelLevel = (rulebook: Rulebook, { modelId }: Situation): Level =>
  modelId === null ? [] : rulebook.level([scopeKey({ type: 'model', modelId })]);

export const ceilingRules = (
  rulebook: Rulebook,
  tool: DecidableTool,
  situation: Situation,
): readonly ReadyRule[] => rulebook.rulesOf(modelLevel(rulebook, situation), tool);

/** The rule that speaks, of levels in order: the first deny that applies, or else the first that applies. */
function spoken(
  rulebook: Rulebook,
  levels: readonly Level[],
  tool: DecidableTool,
  situation: Situation,
): ReadyRule | null {
  let first: ReadyRule | null = null;
  for (const level of levels) {
    if (level.length === 0) continue;
    for (const rule of rulebook.rulesOf(level, tool)) {
      if (first && rule.rule.effect !== 'deny') continue;
      if (!applies(rule, situation)) continue;
      if (rule.rule.effect === 'deny') return rule;
      first = rule;
    }
  }
  return first;
}

export const isExpired = ({ expiresAt }: ReadyRule, { now }: Situation): boolean =>
  expiresAt <= now;

export function isAbout(rule: ReadyRule, { conditions }: Situation): boolean {
  if (rule.conditions.length === 0 || conditions === 'all') return true;
  if (conditions === 'none') return false;
  if (conditions === 'widest') return rule.rule.effect !== 'deny';
  return conditionsHold(rule, conditions);
}

const applies = (rule: ReadyRule, situation: Situation): boolean =>
  !isExpired(rule, situation) && isAbout(rule, situation);

const isStricter = ({ rule }: ReadyRule, other: Decision): boolean =>
  strictness(rule.effect, rule.approverGroupId) > strictness(other.effect, other.approverGroupId);

const decisionOf = ({ rule }: ReadyRule): Decision => ({
  effect: rule.effect,
  reason: 'rule',
  ruleId: rule.id,
  approverGroupId: rule.approverGroupId,
});

export const defaultDecision = ({ document }: Rulebook, tool: DecidableTool): Decision => ({
  effect: tool.dangerous ? document.defaults.dangerous : document.defaults.safe,
  reason: tool.dangerous ? 'default_dangerous' : 'default_safe',
  ruleId: null,
  approverGroupId: null,
});
