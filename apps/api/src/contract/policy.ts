import type { ErrorBody } from './errors';
import type { Role } from './people';

export type PolicyEffect = 'allow' | 'ask' | 'deny';

/** Whom a rule is for. From the widest to the most specific: everyone, role, group, user. A model is a ceiling. */
export type PolicyScope =
  | { type: 'everyone' }
  | { type: 'role'; role: Role }
  | { type: 'group'; groupId: string }
  | { type: 'user'; userId: string }
  /** Never gives more than the other scopes do: of the two answers the stricter one holds. */
  | { type: 'model'; modelId: string };

export type PolicyTarget = { type: 'category'; category: string } | { type: 'tool'; tool: string };

export type JsonScalar = string | number | boolean | null;

/**
 * Holds for the arguments of one call. All conditions of a rule must hold. One that cannot be read (the pointer leads
 * nowhere, the value is of another type) holds for deny and ask, and fails for allow.
 */
export type PolicyCondition =
  /** `pointer` is a JSON pointer (RFC 6901) into the arguments, e.g. `/path`. */
  | { type: 'argument'; pointer: string; operator: 'equals'; value: JsonScalar }
  | { type: 'argument'; pointer: string; operator: 'one_of'; value: JsonScalar[] }
  | { type: 'argument'; pointer: string; operator: 'prefix'; value: string }
  /** RE2, anywhere in the value (S-46). */
  | { type: 'argument'; pointer: string; operator: 'pattern'; value: string }
  /** True once something from outside entered the conversation: the result of a tool that reaches other systems (S-43). */
  | { type: 'after_untrusted' };

export interface PolicyRule {
  /** Made by the browser, a UUID; stays the same over versions. */
  id: string;
  scope: PolicyScope;
  target: PolicyTarget;
  effect: PolicyEffect;
  conditions: PolicyCondition[];
  /** UTC ISO time after which the rule is as if it were not there. */
  expiresAt: string | null;
  /** With `ask`: somebody else, of this group, must say yes instead of the person who asks. */
  approverGroupId: string | null;
  note: string;
}

/** Everything an administrator decides, as one document: a version is a whole document. */
export interface PolicyDocument {
  rules: PolicyRule[];
  /** What holds where no rule says anything. */
  defaults: { dangerous: PolicyEffect; safe: PolicyEffect };
  /** Tools that stand in another category than their own: tool → category. */
  placements: Record<string, string>;
}

/** `GET /api/admin/policy`: the document in force, and the tools it decides about. */
export interface PolicyView {
  version: number;
  document: PolicyDocument;
  categories: PolicyCategory[];
}

export interface PolicyCategory {
  id: string;
  /** In the caller's language, e.g. 自定义工具. */
  name: string;
  description: string;
  tools: PolicyTool[];
}

export interface PolicyTool {
  name: string;
  description: string;
  icon: string | null;
  dangerous: boolean;
  /** No rule gives it to anybody but administrators. */
  adminOnly: boolean;
  /** Names of the groups that may have it; null when its own files leave it to the policy. */
  audienceGroups: string[] | null;
  /** Where the tool would be without a move. */
  homeCategory: string;
}

/**
 * `POST /api/admin/policy/placements {tool, category}` → PolicyView; 409 when it was moved elsewhere before,
 * or when the move would give somebody more and `confirmWidening` is not true.
 * `DELETE /api/admin/policy/placements/:tool?confirmWidening=true` → PolicyView; the tool goes back to its home category.
 * Each makes a version.
 */
export interface PlacementBody {
  tool: string;
  category: string;
  confirmWidening?: boolean;
}

/**
 * `PUT /api/admin/policy` → PolicyView. 409 `policy_changed` when `baseVersion` is not the newest any more;
 * 409 `policy_widens` (PolicyWidens) when somebody would get more than before and `confirmWidening` is not true.
 */
export interface PolicySaveBody {
  document: PolicyDocument;
  baseVersion: number;
  note: string;
  confirmWidening?: boolean;
}

/** `POST /api/admin/policy/impact {document}` → what saving it would change, counted over all active people. */
export interface PolicyImpact {
  /** Largest first, at most 200; `changeCount` counts all. */
  changes: PolicyImpactChange[];
  changeCount: number;
  /** Rules whose conditions, expiry or approvers changed: what that means depends on calls that nobody knows yet. */
  uncertainRuleIds: string[];
  /** True when anybody may get more than before: then saving needs a confirmation. */
  widens: boolean;
}

/** `ask_group`: somebody else must say yes. */
export type ImpactEffect = PolicyEffect | 'ask_group';

export interface PolicyImpactChange {
  tool: string;
  from: ImpactEffect;
  to: ImpactEffect;
  /** For calls that rules with conditions are about, or for all the others. */
  when: 'always' | 'conditions_hold' | 'conditions_fail';
  /** Only with this model, whose ceiling changed; null otherwise. */
  modelId: string | null;
  people: number;
  /** At most three of them, for the sentence. */
  names: string[];
}

/** `POST /api/admin/policy/explain`. */
export interface PolicyQuestion {
  userId: string;
  tool: string;
  modelId?: string;
  /** JSON text of the arguments; without it, conditions on arguments cannot be read. */
  arguments?: string;
  afterUntrusted?: boolean;
  /** Unsaved edits: then the answer has `edited` too. */
  document?: PolicyDocument;
}

export interface PolicyAnswer {
  current: PolicyExplanation;
  edited: PolicyExplanation | null;
}

export interface PolicyExplanation {
  effect: PolicyEffect;
  /** The rule that made it, or null for one of the built-in reasons. */
  ruleId: string | null;
  reason: PolicyReason;
  approverGroupId: string | null;
  /** Everything said about this tool, in the order of precedence, with what became of it. */
  chain: PolicyStep[];
}

/** `rule`: see `ruleId`. The others need no rule. */
export type PolicyReason =
  'not_active' | 'administrators_only' | 'rule' | 'default_dangerous' | 'default_safe';

export interface PolicyStep {
  /** Null for a step that is no rule; `reason` says which. */
  ruleId: string | null;
  reason: PolicyReason;
  effect: PolicyEffect;
  /** `ceiling`: a rule for the model, stricter than what people's rules say. */
  outcome:
    'decides' | 'ceiling' | 'overruled' | 'not_for_this_person' | 'condition_fails' | 'expired';
}

/** `POST /api/admin/policy/reach`: who can use this tool? Conditions are taken as they would be for the widest call. */
export interface PolicyReachQuestion {
  tool: string;
  modelId?: string;
  document?: PolicyDocument;
  /** Part of a name or an e-mail. */
  q?: string;
}

export interface PolicyReach {
  counts: Record<PolicyEffect, number>;
  /** Those who may first, then by name; at most 200. */
  items: PolicyReachRow[];
}

export interface PolicyReachRow {
  userId: string;
  name: string;
  email: string;
  role: Role;
  effect: PolicyEffect;
  ruleId: string | null;
  reason: PolicyReason;
}

/** `GET /api/admin/policy/versions?before=` → `{items: PolicyVersionRow[]}`, newest first, 50 a page. */
export interface PolicyVersionRow {
  version: number;
  at: string;
  /** Null when it came with an upgrade. */
  byName: string | null;
  note: string;
  rules: number;
}

/**
 * `GET /api/admin/policy/versions/:version` → PolicyVersionView.
 * `POST /api/admin/policy/versions/:version/restore {baseVersion, confirmWidening?}` → PolicyView, as a new version.
 */
export interface PolicyVersionView extends PolicyVersionRow {
  document: PolicyDocument;
  /** The one before it; null for the first. */
  previous: PolicyDocument | null;
}

/** Body of the 409 that asks for a confirmation. */
export interface PolicyWidens extends ErrorBody {
  impact: PolicyImpact;
}
