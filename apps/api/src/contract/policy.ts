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

/** Holds for the arguments of one call. All conditions of a rule must hold; one that cannot be read holds for deny and ask only. */
export type PolicyCondition =
  | { type: 'argument'; pointer: string; operator: 'equals'; value: JsonScalar }
  | { type: 'argument'; pointer: string; operator: 'one_of'; value: JsonScalar[] }
  | { type: 'argument'; pointer: string; operator: 'prefix'; value: string }
  /** RE2, anywhere in the value (S-46). */
  | { type: 'argument'; pointer: string; operator: 'pattern'; value: string }
  /** True once something from outside entered the conversation: the result of a tool that reaches other systems (S-43). */
  | { type: 'after_untrusted' };

export type JsonScalar = string | number | boolean | null;

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

/** `GET /api/admin/policy`. */
export interface PolicyView {
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
  adminOnly: boolean;
  /** Where the tool would be without a move. */
  homeCategory: string;
}

/**
 * `POST /api/admin/policy/placements {tool, category}` → PolicyView; 409 when it was moved elsewhere before.
 * `DELETE /api/admin/policy/placements/:tool` → PolicyView; the tool goes back to its home category.
 * Each makes a version.
 */
export interface PlacementBody {
  tool: string;
  category: string;
}

/**
 * `PUT /api/admin/policy` → PolicyView. 409 `policy_changed` when `baseVersion` is not the newest any more;
 * 409 `policy_widens` when somebody would get more than before and `confirmWidening` is not true.
 */
export interface PolicySaveBody {
  document: PolicyDocument;
  baseVersion: number;
  note: string;
  confirmWidening?: boolean;
}

/** `POST /api/admin/policy/impact {document}` → what saving it would change, counted over all active people. */
export interface PolicyImpact {
  changes: PolicyImpactChange[];
  /** True when anybody gets more than before: then saving needs a confirmation. */
  widens: boolean;
}

export interface PolicyImpactChange {
  tool: string;
  from: PolicyEffect;
  to: PolicyEffect;
  /** Conditions and models are counted as if they held: `ceiling` is the model whose ceiling changed. */
  ceiling: string | null;
  people: number;
  /** A few of them, for the sentence. */
  names: string[];
}

/** `POST /api/admin/policy/explain`. Without a document, of the policy that is in force. */
export interface PolicyQuestion {
  userId: string;
  tool: string;
  modelId?: string;
  /** JSON text. */
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
  /** Every rule for this tool in the order of precedence, with what became of it. */
  chain: PolicyStep[];
}

/** `rule`: see `ruleId`. The others need no rule. */
export type PolicyReason =
  'not_active' | 'administrators_only' | 'rule' | 'default_dangerous' | 'default_safe';

export interface PolicyStep {
  ruleId: string | null;
  reason: PolicyReason;
  effect: PolicyEffect;
  outcome:
    'decides' | 'ceiling' | 'overruled' | 'not_for_this_person' | 'condition_fails' | 'expired';
}

/** `POST /api/admin/policy/reach {tool, modelId?, document?}` → who can use this tool: `{items: PolicyReach[]}`. */
export interface PolicyReach {
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
