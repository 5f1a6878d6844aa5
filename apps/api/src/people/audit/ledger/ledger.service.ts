import { Injectable } from '@nestjs/common';
import type {
  LedgerCall,
  LedgerDetail,
  LedgerFilter,
  LedgerPage,
  LedgerRow,
} from '@/contract/ledger';
import { NotFound } from '@/foundation/errors/input.errors';
import type { Caller } from '@/foundation/http/caller';
import { AuditService } from '@/people/audit/audit.service';
import { AccountsService } from '@/people/users/accounts.service';
import type { LedgerEntry } from './ledger-entry.entity';
import { CSV_HEAD, csvLine, jsonLine, type ExportFormat } from './ledger-export';
import { LedgerPages, type PageMarks } from './ledger-pages.repository';
import { LedgerWriter } from './ledger-writer.service';

const PAGE = 100;
/** Other subjects are names, or ids of other things. */
const ACCOUNT_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const EXPORTED_AT_ONCE = 1_000;

/** What administrators read of it. */
@Injectable()
export class LedgerService {
  constructor(
    private readonly pages: LedgerPages,
    private readonly accounts: AccountsService,
    private readonly writer: LedgerWriter,
    private readonly audit: AuditService,
  ) {}

  async list(
    filter: LedgerFilter,
    marks: { [Mark in keyof PageMarks]?: PageMarks[Mark] | undefined },
  ): Promise<LedgerPage> {
    const { before = null, after = null, limit = PAGE } = marks;
    if (before === null) await this.writer.settle();
    // One more tells whether there is a next page.
    const found = await this.pages.list(filter, { before, after, limit: limit + 1 });
    const items = await this.rowsOf(found.slice(0, limit));
    return { items, nextBefore: found.length > limit ? (items.at(-1)?.seq ?? null) : null };
  }

  async get(seq: number): Promise<LedgerDetail> {
    const entry = await this.pages.find(seq);
    const [row] = entry ? await this.rowsOf([entry]) : [];
    if (!entry || !row) throw new NotFound();
    return { ...row, ...detailsOf(entry) };
  }

  /** Who takes rows out of the house is written down too. */
  async noteExport(caller: Caller, filter: LedgerFilter, format: ExportFormat): Promise<void> {
    const facts = { format, filter };
    await this.audit.record(caller, { action: 'ledger.export', subject: 'ledger', facts });
  }

  /** Piece by piece, oldest first, up to what is the newest row when it begins. */
  async *export(filter: LedgerFilter, format: ExportFormat): AsyncGenerator<string> {
    await this.writer.settle();
    const [newest] = await this.pages.list({}, { before: null, after: null, limit: 1 });
    if (format === 'csv') yield CSV_HEAD;
    const lineOf = format === 'csv' ? csvLine : jsonLine;
    let after = 0;
    for (;;) {
      const entries = await this.pages.listAfter(filter, after, EXPORTED_AT_ONCE);
      const known = entries.filter(({ seq }) => seq <= (newest?.seq ?? 0));
      const names = await this.namesIn(known);
      yield known.map((entry) => lineOf({ ...rowOf(entry, names), ...detailsOf(entry) })).join('');
      after = entries.at(-1)?.seq ?? 0;
      if (known.length < EXPORTED_AT_ONCE) return;
    }
  }

  private async rowsOf(entries: readonly LedgerEntry[]): Promise<LedgerRow[]> {
    const names = await this.namesIn(entries);
    return entries.map((entry) => rowOf(entry, names));
  }

  /** Names as they are now; an account that is gone has none. */
  private namesIn(entries: readonly LedgerEntry[]): Promise<ReadonlyMap<string, string>> {
    const ids = entries.flatMap(({ actorId, subject, call }) => [
      actorId,
      call?.approverId,
      ACCOUNT_ID.test(subject) ? subject : null,
    ]);
    return this.accounts.namesOf(ids.filter((id) => id !== null && id !== undefined));
  }
}

function rowOf(entry: LedgerEntry, names: ReadonlyMap<string, string>): LedgerRow {
  const { seq, kind, actorId, action, subject, outcome } = entry;
  return {
    ...{ seq, at: entry.at.toISOString(), kind, actorId, actorName: nameOf(actorId, names) },
    ...{
      action,
      subject,
      subjectName: nameOf(subject, names),
      outcome,
      call: callOf(entry, names),
    },
  };
}

function callOf(entry: LedgerEntry, names: ReadonlyMap<string, string>): LedgerCall | null {
  const { call, conversationId, runId, effect } = entry;
  if (!call) return null;
  return { ...call, conversationId, runId, effect, approverName: nameOf(call.approverId, names) };
}

const nameOf = (userId: string | null, names: ReadonlyMap<string, string>): string | null =>
  userId === null ? null : (names.get(userId) ?? null);

function detailsOf({ arguments: text, facts, hash, previousHash }: LedgerEntry) {
  return { arguments: text, facts: facts as Record<string, unknown>, hash, previousHash };
}
