import { Injectable } from '@nestjs/common';
import { QueryFailedError } from 'typeorm';
import type { RunEvent } from '@/contract/chat';
import { Database } from '@/foundation/database/database';
import { RunEventChunk } from './journal/run-event-chunk.entity';
import { Run } from './run.entity';
import { RunInProgress } from './runs.errors';

/** PostgreSQL's SQLSTATE for a broken unique index. */
const UNIQUE_VIOLATION = '23505';

export interface EventBatch {
  conversationId: string;
  runId: string;
  events: RunEvent[];
}

@Injectable()
export class RunsRepository {
  constructor(private readonly database: Database) {}

  findByRequest(ownerId: string, clientRequestId: string): Promise<Run | null> {
    return this.database.rows(Run).findOneBy({ ownerId, clientRequestId });
  }

  findOwned(ownerId: string, id: string): Promise<Run | null> {
    return this.database.rows(Run).findOneBy({ id, ownerId });
  }

  findOfConversation(conversationId: string): Promise<Run[]> {
    return this.database
      .rows(Run)
      .find({ where: { conversationId }, order: { startedAt: 'ASC', id: 'ASC' } });
  }

  /** The index on running runs decides which of two simultaneous questions goes first. */
  async insert(run: Partial<Run>): Promise<void> {
    try {
      await this.database.rows(Run).insert(run);
    } catch (thrown) {
      const isTaken =
        thrown instanceof QueryFailedError &&
        (thrown.driverError as { code?: string }).code === UNIQUE_VIOLATION;
      throw isTaken ? new RunInProgress() : thrown;
    }
  }

  /** False when somebody else ended it first. */
  async end(id: string, change: Partial<Run>): Promise<boolean> {
    const { affected } = await this.database.rows(Run).update({ id, status: 'running' }, change);
    return affected === 1;
  }

  /** Nobody works on it any more, and nobody ends it: it waits for an answer. */
  async park(id: string): Promise<boolean> {
    const { affected } = await this.database
      .rows(Run)
      .update({ id, status: 'running' }, { status: 'waiting' });
    return affected === 1;
  }

  /** Null when somebody else took it, or it does not wait. */
  async unpark(id: string): Promise<Run | null> {
    const heartbeatAt = () => 'now()';
    const { affected } = await this.database
      .rows(Run)
      .update({ id, status: 'waiting' }, { status: 'running', heartbeatAt });
    return affected === 1 ? this.database.rows(Run).findOneBy({ id }) : null;
  }

  findWaiting(): Promise<Run[]> {
    return this.database.rows(Run).findBy({ status: 'waiting' });
  }

  findWaitingOfConversation(conversationId: string): Promise<Run | null> {
    return this.database.rows(Run).findOneBy({ conversationId, status: 'waiting' });
  }

  /** Until the transaction ends, nobody else counts this person's runs: look and insert are one step. */
  async lockRunsOf(ownerId: string): Promise<void> {
    await this.database.query(
      `SELECT pg_advisory_xact_lock(hashtextextended('runs-at-once:' || $1, 0))`,
      [ownerId],
    );
  }

  countRunning(ownerId: string, modelId: string | null): Promise<number> {
    const ofModel = modelId === null ? {} : { modelId };
    return this.database.rows(Run).countBy({ ownerId, status: 'running', ...ofModel });
  }

  async findLastSeq(conversationId: string): Promise<number> {
    const last = await this.database.rows(RunEventChunk).maximum('lastSeq', { conversationId });
    return last ?? 0;
  }

  /** In order and without gaps, as they were appended. */
  async findEventsAfter(
    conversationId: string,
    afterSeq: number,
    limit: number,
  ): Promise<RunEvent[]> {
    const chunks = await this.database
      .rows(RunEventChunk)
      .createQueryBuilder('c')
      .where('c.conversationId = :conversationId', { conversationId })
      .andWhere('c.lastSeq > :afterSeq', { afterSeq })
      .orderBy('c.firstSeq')
      // A chunk holds at least one event, so this many rows always suffice.
      .limit(limit)
      .getMany();
    return chunks
      .flatMap(({ events }) => events)
      .filter(({ seq }) => seq > afterSeq)
      .slice(0, limit);
  }

  findEventsOfRun(runId: string): Promise<RunEvent[]> {
    return this.database
      .rows(RunEventChunk)
      .find({ where: { runId }, order: { firstSeq: 'ASC' } })
      .then((chunks) => chunks.flatMap(({ events }) => events));
  }

  /** One statement for everything that happened anywhere since the last call. */
  async insertEvents(batches: readonly EventBatch[]): Promise<void> {
    const rows = batches
      .filter(({ events }) => events.length > 0)
      .map(({ conversationId, runId, events }) => ({
        conversationId,
        runId,
        events,
        firstSeq: events[0]?.seq ?? 0,
        lastSeq: events.at(-1)?.seq ?? 0,
      }));
    if (rows.length > 0) await this.database.rows(RunEventChunk).insert(rows);
  }

  async renewHeartbeats(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.database.query(
      `UPDATE runs SET heartbeat_at = now() WHERE id = ANY($1) AND status = 'running'`,
      [ids],
    );
  }

  /** Running runs nobody has worked on for a while, by the database's clock. */
  findStale(olderThanMs: number): Promise<Run[]> {
    return this.database
      .rows(Run)
      .createQueryBuilder('r')
      .where(`r.status = 'running'`)
      .andWhere(`r.heartbeatAt < now() - make_interval(secs => :secs)`, {
        secs: olderThanMs / 1000,
      })
      .getMany();
  }

  async removeOfConversation(conversationId: string): Promise<void> {
    await this.database.rows(RunEventChunk).delete({ conversationId });
    await this.database.rows(Run).delete({ conversationId });
  }
}
