import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '@/foundation/clock/clock';
import type { Caller } from '@/foundation/http/caller';
import { Log } from '@/foundation/logging/log';
import { RowBatch } from '@/people/usage/row-batch';
import { AuditRepository, type NewEntry } from './audit.repository';
import { NO_CALL, type LedgerNote } from './ledger/ledger-chain';
import type { LedgerEntry } from './ledger/ledger-entry.entity';
import { kindOf } from './ledger/ledger-kind';
import { LedgerPages } from './ledger/ledger-pages.repository';
import { LedgerWriter } from './ledger/ledger-writer.service';
import { toolCallNote, type ToolCallDeed } from './ledger/tool-call-note';

/** Who did it; a person who signs in is nobody's caller yet. */
export type Actor = Pick<Caller, 'userId'>;

export interface Deed {
  /** Thing and verb, e.g. `custom_tool.update`. */
  action: string;
  subject: string;
  /** Never secrets, message texts or tool arguments. */
  facts?: Record<string, unknown>;
  /** `ok` unless said otherwise. */
  outcome?: string;
}

const PAGE = 50;

/** Who did what, when: the pen of the ledger. */
@Injectable()
export class AuditService implements OnApplicationShutdown {
  private readonly batch: RowBatch<LedgerNote>;

  constructor(
    private readonly inbox: AuditRepository,
    private readonly writer: LedgerWriter,
    private readonly pages: LedgerPages,
    private readonly clock: Clock,
    log: Log,
  ) {
    this.batch = new RowBatch((notes) => this.writer.append(notes), {
      onFailure: (thrown) => log.error(thrown, 'writing the ledger'),
      onDropped: (rows) =>
        log.warn(`dropped ${rows} rows of the ledger: the database is away for too long`),
    });
  }

  /** Part of the work: inside a transaction the entry lives and dies with it, and a failure fails the work. */
  async record(caller: Actor | null, deed: Deed): Promise<void> {
    await this.inbox.insert(this.entry(caller, deed));
    this.writer.expectInbox();
  }

  /** Written within half a second; for what is read or happens too often to wait for. */
  recordLater(caller: Actor | null, deed: Deed): void {
    this.batch.add({ ...this.entry(caller, deed), ...NO_CALL, kind: kindOf(deed.action) });
  }

  recordToolCall(caller: Caller, deed: ToolCallDeed): void {
    this.batch.add(toolCallNote(this.clock.now(), caller.userId, deed));
  }

  /** Newest first; hand the last row back to get the next page. */
  async listNewest(before: { seq: number } | null = null, limit = PAGE): Promise<LedgerEntry[]> {
    await this.writer.settle();
    return this.pages.list({}, { before: before?.seq ?? null, after: null, limit });
  }

  onApplicationShutdown(): Promise<void> {
    return this.flush();
  }

  async flush(): Promise<void> {
    await this.batch.flush();
  }

  private entry(caller: Actor | null, deed: Deed): NewEntry {
    const { action, subject, facts = {}, outcome = 'ok' } = deed;
    return {
      at: this.clock.now(),
      actorId: caller?.userId ?? null,
      action,
      subject,
      facts,
      outcome,
    };
  }
}
