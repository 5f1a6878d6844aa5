import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '@/foundation/clock/clock';
import type { Caller } from '@/foundation/http/caller';
import { Log } from '@/foundation/logging/log';
import { RowBatch } from '@/people/usage/row-batch';
import type { AuditEntry } from './audit-entry.entity';
import { AuditRepository, type AuditMark } from './audit.repository';

export interface Deed {
  /** Thing and verb, e.g. `custom_tool.update`. */
  action: string;
  subject: string;
  /** Never secrets, message texts or tool arguments. */
  facts?: Record<string, unknown>;
  /** `ok` unless said otherwise. */
  outcome?: string;
}

export interface ToolCallDeed {
  tool: string;
  callId: string;
  conversationId: string | null;
  runId: string | null;
  status: string;
  code: string | null;
  durationMs: number;
  /** What the policy said; null when there was no such tool. */
  decision: object | null;
  /** Who said yes, when somebody had to. */
  approverId: string | null;
}

const PAGE = 50;

/** Who did what, when. */
@Injectable()
export class AuditService implements OnApplicationShutdown {
  private readonly batch: RowBatch<Omit<AuditEntry, 'id'>>;

  constructor(
    private readonly repository: AuditRepository,
    private readonly clock: Clock,
    log: Log,
  ) {
    this.batch = new RowBatch((rows) => this.repository.insert(rows), {
      onFailure: (thrown) => log.error(thrown, 'writing the audit'),
      onDropped: (rows) =>
        log.warn(`dropped ${rows} audit entries: the database is away for too long`),
    });
  }

  /** Part of the work: inside a transaction the entry lives and dies with it, and a failure fails the work. */
  async record(caller: Caller | null, deed: Deed): Promise<void> {
    await this.repository.insert([this.entry(caller, deed)]);
  }

  /** Written within half a second; for what is read or happens too often to wait for. */
  recordLater(caller: Caller | null, deed: Deed): void {
    this.batch.add(this.entry(caller, deed));
  }

  recordToolCall(caller: Caller, { tool, status, ...facts }: ToolCallDeed): void {
    this.recordLater(caller, { action: 'tool.call', subject: tool, facts, outcome: status });
  }

  /** Newest first; hand the last entry back to get the next page. */
  listNewest(before: AuditMark | null = null, limit = PAGE): Promise<AuditEntry[]> {
    return this.repository.listNewestBefore(before, limit);
  }

  onApplicationShutdown(): Promise<void> {
    return this.flush();
  }

  flush(): Promise<void> {
    return this.batch.flush();
  }

  private entry(caller: Caller | null, deed: Deed): Omit<AuditEntry, 'id'> {
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
