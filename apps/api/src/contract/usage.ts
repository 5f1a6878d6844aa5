import type { Role } from './people';

export interface UsageNumbers {
  calls: number;
  inputTokens: number;
  outputTokens: number;
  cachedTokens: number;
  /** In the currency of the price table; models without a price cost nothing. */
  cost: number;
  toolSeconds: number;
}

export type UsageBy = 'user' | 'group' | 'model' | 'tool';

/** `GET /api/usage/mine?days=` and, with `by` and filters, `GET /api/admin/usage?by=&days=`; days in UTC. */
export interface UsageReport {
  days: { day: string; numbers: UsageNumbers }[];
  total: UsageNumbers;
  /** Largest first; a group counts each of its people. */
  rows: { id: string; name: string; numbers: UsageNumbers }[];
  currency: string;
}

/** `GET /api/usage/limits` → `{items: OwnLimit[]}`: what holds for the person who asks. */
export interface OwnLimit {
  measure: LimitMeasure;
  amount: number;
  used: number;
  /** UTC ISO; null for `runs_at_once`. */
  resetsAt: string | null;
}

export type LimitMeasure =
  'tokens_per_day' | 'cost_per_month' | 'runs_at_once' | 'tool_seconds_per_day';

export type LimitScope =
  | { type: 'role'; role: Role }
  | { type: 'group'; groupId: string }
  | { type: 'user'; userId: string }
  /** For each person who uses the model. */
  | { type: 'model'; modelId: string };

/**
 * `GET /api/admin/limits` → `{items}`; `PUT /api/admin/limits {items}` replaces all.
 * Each person has the amount for themselves: the user's own limit before their groups' largest before their role's.
 * A model's limit holds beside it.
 */
export interface Limit {
  id: string;
  scope: LimitScope;
  measure: LimitMeasure;
  amount: number;
}

/** `GET /api/admin/prices` → PriceTable; `PUT` replaces it. Per million tokens. */
export interface PriceTable {
  currency: string;
  models: { modelId: string; input: number; cachedInput: number; output: number }[];
}
