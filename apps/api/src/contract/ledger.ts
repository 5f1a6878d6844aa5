import type { PolicyEffect, PolicyReason } from './policy';
import type { ToolCallStatus } from './tools';

export type LedgerKind = 'tool_call' | 'admin_act' | 'security';

/** One row: who did what, when, and how it ended. Rows are never changed; each holds the hash of the one before. */
export interface LedgerRow {
  /** Grows by one, without gaps: the place in the chain. */
  seq: number;
  at: string;
  kind: LedgerKind;
  actorId: string | null;
  actorName: string | null;
  /** Thing and verb, e.g. `tool.call`, `custom_tool.update`. */
  action: string;
  /** The tool, or id or name of what it was done to. */
  subject: string;
  /** Where the subject is an account: whose. */
  subjectName: string | null;
  /** `ok`, or the end state of a tool call. */
  outcome: string;
  /** Null for everything that is no tool call, and for calls of before the ledger. */
  call: LedgerCall | null;
}

/** What a tool call adds. */
export interface LedgerCall extends StoredCall {
  conversationId: string | null;
  runId: string | null;
  /** Null when the call never came as far as the policy, e.g. because there is no such tool. */
  effect: PolicyEffect | null;
  approverName: string | null;
}

export interface StoredCall {
  callId: string;
  toolVersion: string | null;
  /** Null when a person called it by hand. */
  modelId: string | null;
  reason: PolicyReason | null;
  ruleId: string | null;
  policyVersion: number | null;
  approverId: string | null;
  containerId: string | null;
  queuedMs: number;
  runMs: number;
  argumentBytes: number;
  /** Something in the arguments is not what it was: they cannot be run again as they are. */
  argumentsMasked: boolean;
  resultBytes: number;
  /** What the model pays for the result, estimated. */
  resultTokens: number;
  status: ToolCallStatus;
  code: string | null;
}

/** `GET /api/admin/ledger/:seq`. */
export interface LedgerDetail extends LedgerRow {
  /** Secrets and what looks like one are masked, long values cut. JSON text; null when it was none. */
  arguments: string | null;
  facts: Record<string, unknown>;
  hash: string;
  previousHash: string;
}

/** All optional. */
export interface LedgerFilter {
  kind?: LedgerKind;
  actorId?: string;
  /** Exact action or, ending in a dot, its beginning: `policy.`. */
  action?: string;
  subject?: string;
  outcome?: string;
  effect?: PolicyEffect;
  conversationId?: string;
  runId?: string;
  from?: string;
  to?: string;
}

/**
 * `GET /api/admin/ledger?…filter&before=&after=` → newest first, 100 a page; `before` and `after` are places in the chain.
 * `GET /api/admin/ledger/export?…filter&format=csv|jsonl` streams a file, oldest first.
 * `POST /api/admin/ledger/check` → LedgerCheck. `GET/PUT /api/admin/ledger/retention` → LedgerRetention.
 * Live tail: administrators hear `ledger.changed`, and ask for what came after the row they have.
 */
export interface LedgerPage {
  items: LedgerRow[];
  nextBefore: number | null;
}

export interface LedgerCheck {
  ok: boolean;
  checkedRows: number;
  firstSeq: number | null;
  lastSeq: number | null;
  /** Of the last row; whoever keeps it elsewhere can tell a chain that was written anew. */
  hash: string;
  /** What is wrong, the first hundred. */
  problems: { seq: number; problem: 'edited' | 'missing' | 'broken_link' }[];
}

/** Rows older than this many days go; null keeps them all. */
export interface LedgerRetention {
  days: number | null;
}
