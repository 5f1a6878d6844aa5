import { createHash } from 'node:crypto';
import type { LedgerCheck } from '@/contract/ledger';
import type { LedgerAnchor } from './ledger-anchor.entity';
import type { LedgerEntry } from './ledger-entry.entity';
import type { LedgerHead } from './ledger-head.entity';

/** What is written down, before it has its place in the chain. */
export type LedgerNote = Omit<LedgerEntry, 'seq' | 'previousHash' | 'hash'>;
export type ChainEnd = Pick<LedgerHead, 'seq' | 'hash'>;
type Problem = LedgerCheck['problems'][number];

/** What a note has only of a tool call; every other act is about none. */
export const NO_CALL = {
  effect: null,
  conversationId: null,
  runId: null,
  call: null,
  arguments: null,
} as const;

/** The hash before the first row. */
export const GENESIS = '0'.repeat(64);
const MOST_PROBLEMS = 100;

/** SHA-256 over the previous hash and the canonical JSON of the row. */
export function hashOf(entry: Omit<LedgerEntry, 'hash'>): string {
  const { previousHash, ...row } = entry;
  return createHash('sha256')
    .update(`${previousHash}${canonicalJson(row)}`)
    .digest('hex');
}

/** The notes with their places, right behind the end of the chain. */
export function chained(end: ChainEnd, notes: readonly LedgerNote[]): LedgerEntry[] {
  let { seq, hash } = end;
  return notes.map((note) => {
    const row = { ...note, seq: ++seq, previousHash: hash };
    hash = hashOf(row);
    return { ...row, hash };
  });
}

/** The same text for the same data, whatever the order of keys; as the database gives it back. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part === null || typeof part !== 'object' || Array.isArray(part)
      ? part
      : Object.fromEntries(
          Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : Number(a > b))),
        ),
  );
}

/** Walks the chain from its start to its end and notes what is wrong. */
export class ChainWalk {
  readonly problems: Problem[] = [];
  checkedRows = 0;
  firstSeq: number | null = null;
  private seq: number;
  private hash: string;

  constructor(anchor: Pick<LedgerAnchor, 'seq' | 'hash'> | null) {
    this.seq = anchor?.seq ?? 0;
    this.hash = anchor?.hash ?? GENESIS;
  }

  /** Rows in the order of their places. */
  step(entry: LedgerEntry): void {
    const { hash, ...row } = entry;
    const isNext = row.seq === this.seq + 1;
    if (!isNext) this.note(this.seq + 1, 'missing');
    else if (row.previousHash !== this.hash) this.note(row.seq, 'broken_link');
    if (hashOf(row) !== hash) this.note(row.seq, 'edited');
    this.firstSeq ??= row.seq;
    this.seq = row.seq;
    this.hash = hash;
    this.checkedRows++;
  }

  /** What the chain should end with is known too, so nothing can be cut off at the end. */
  end(head: ChainEnd): LedgerCheck {
    if (head.seq > this.seq) this.note(this.seq + 1, 'missing');
    else if (head.seq !== this.seq || head.hash !== this.hash) this.note(this.seq, 'broken_link');
    const { checkedRows, firstSeq, problems } = this;
    const lastSeq = checkedRows === 0 ? null : this.seq;
    return { ok: problems.length === 0, checkedRows, firstSeq, lastSeq, hash: this.hash, problems };
  }

  private note(seq: number, problem: Problem['problem']): void {
    if (this.problems.length < MOST_PROBLEMS) this.problems.push({ seq, problem });
  }
}
