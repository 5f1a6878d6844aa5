import type { PolicyExplanation, PolicyScope, PolicyStep } from '@/contract/policy';
import {
  barredReason,
  ceilingRules,
  decision,
  defaultDecision,
  isAbout,
  isExpired,
  levelsOf,
  personalDecision,
  type DecidableTool,
  type Decision,
  type Situation,
  type Subject,
} from './decision';
import { scopeKey, type ReadyRule, type Rulebook } from './rulebook';

/** From the most specific to the widest. */
const LEVELS: PolicyScope['type'][] = ['user', 'group', 'role', 'everyone'];

/** The decision, and everything that was said on the way to it. */
export function explanation(
  rulebook: Rulebook,
  subject: Subject,
  tool: DecidableTool,
  situation: Situation,
): PolicyExplanation {
  const made = decision(rulebook, subject, tool, situation);
  const own = personalDecision(rulebook, subject, tool, situation);
  const scopes = new Set(levelsOf(subject).flat());
  const barred = barredReason(subject, tool);
  const fallback = defaultDecision(rulebook, tool);
  const personalStep = (rule: ReadyRule): PolicyStep =>
    stepOf(rule, scopes.has(scopeKey(rule.rule.scope)) ? situation : null, own.ruleId, 'decides');
  const ceilingStep = (rule: ReadyRule): PolicyStep =>
    stepOf(rule, situation, made.ruleId, 'ceiling');
  const chain = [
    ...(barred ? [builtIn({ effect: 'deny', reason: barred }, true)] : []),
    ...LEVELS.flatMap((type) => levelOf(rulebook, tool, type)).map(personalStep),
    builtIn(fallback, own.reason === fallback.reason),
    ...ceilingRules(rulebook, tool, situation).map(ceilingStep),
  ];
  return { ...made, chain };
}

/** Without a situation the rule is somebody else's. */
function stepOf(
  ready: ReadyRule,
  situation: Situation | null,
  decidingRuleId: string | null,
  deciding: 'decides' | 'ceiling',
): PolicyStep {
  const { id, effect } = ready.rule;
  const outcome = (): PolicyStep['outcome'] => {
    if (!situation) return 'not_for_this_person';
    if (isExpired(ready, situation)) return 'expired';
    if (!isAbout(ready, situation)) return 'condition_fails';
    return id === decidingRuleId ? deciding : 'overruled';
  };
  return { ruleId: id, reason: 'rule', effect, outcome: outcome() };
}

const builtIn = (
  { effect, reason }: Pick<Decision, 'effect' | 'reason'>,
  isDeciding: boolean,
): PolicyStep => ({ ruleId: null, reason, effect, outcome: isDeciding ? 'decides' : 'overruled' });

function levelOf(
  rulebook: Rulebook,
  tool: DecidableTool,
  type: PolicyScope['type'],
): readonly ReadyRule[] {
  const scopes = rulebook.scopesOf(tool).filter((scope) => scope.type === type);
  return rulebook.rulesOf(rulebook.level([...new Set(scopes.map(scopeKey))]), tool);
}
