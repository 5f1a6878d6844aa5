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
  /** `ok`, an error code, or the end state of a tool call. */
  outcome: string;
  call: LedgerCall | null;
}

/** What a tool call adds. */
export interface LedgerCall {
  callId: string;
  conversationId: string | null;
  runId: string | null;
  toolVersion: string | null;
  modelId: string | null;
  effect: PolicyEffect;
  reason: PolicyReason;
  ruleId: string | null;
  policyVersion: number | null;
  approverName: string | null;
  containerId: string | null;
  queuedMs: number;
  runMs: number;
  argumentBytes: number;
  resultBytes: number;
  /** What the model pays for the result, estimated. */
  resultTokens: number;
  status: ToolCallStatus;
  code: string | null;
}

/** `GET /api/admin/ledger/:seq`. */
export interface LedgerDetail extends LedgerRow {
  /** Masked: secrets and what looks like one. JSON text, cut at 10,000 characters. */
  arguments: string | null;
  facts: Record<string, unknown>;
  hash: string;
  previousHash: string;
}

/** All optional; `before` and `after` are places in the chain. */
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
 * `GET /api/admin/ledger?…filter&before=&limit=` → newest first, 100 a page.
 * `GET /api/admin/ledger/export?…filter&format=csv|jsonl` streams a file, oldest first.
 * `POST /api/admin/ledger/check` → LedgerCheck. `GET/PUT /api/admin/ledger/retention {days|null}`.
 * Live tail: socket command `ledger.watch` (administrators), news `ledger.rows`.
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
  /** What is wrong, the first hundred. */
  problems: { seq: number; problem: 'edited' | 'missing' | 'broken_link' }[];
}
