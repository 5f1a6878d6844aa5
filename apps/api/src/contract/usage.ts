import type { Role } from './people';

/** The first two count what models used; days and months are those of UTC. Runs at once are those being answered. */
export type LimitMeasure = 'tokens_per_day' | 'cost_per_month' | 'runs_at_once';

export type LimitScope =
  | { type: 'role'; role: Role }
  | { type: 'group'; groupId: string }
  | { type: 'user'; userId: string }
  /** For each person who uses the model. */
  | { type: 'model'; modelId: string };

/**
 * `GET /api/admin/limits` → `{items: Limit[]}`; `PUT /api/admin/limits {items}` replaces all.
 * Each person has the amount for themselves: the user's own limit before their groups' largest before their role's.
 * A model's limit holds beside it.
 */
export interface Limit {
  scope: LimitScope;
  measure: LimitMeasure;
  amount: number;
}

/** `GET /api/usage/limits` → `{items: OwnLimit[]}`: what holds for the person who asks. */
export interface OwnLimit {
  measure: LimitMeasure;
  /** Null: for all models together. */
  modelId: string | null;
  amount: number;
  /** Null for runs at once: there is nothing to use up. */
  used: number | null;
  /** UTC ISO; null when it never begins anew. */
  resetsAt: string | null;
}

/** `GET /api/admin/prices` → PriceTable; `PUT` replaces it. Per million tokens; models without a price cost nothing. */
export interface PriceTable {
  /** Three letters, e.g. CNY. */
  currency: string;
  models: ModelPrice[];
}

export interface ModelPrice {
  modelId: string;
  input: number;
  cachedInput: number;
  output: number;
}
