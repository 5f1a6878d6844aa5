import { Injectable } from '@nestjs/common';
import type { SelectQueryBuilder } from 'typeorm';
import type { LedgerFilter } from '@/contract/ledger';
import { Database } from '@/foundation/database/database';
import { LedgerEntry } from './ledger-entry.entity';

export interface PageMarks {
  before: number | null;
  after: number | null;
  limit: number;
}

const EQUAL = [
  'kind',
  'actorId',
  'subject',
  'outcome',
  'effect',
  'conversationId',
  'runId',
] as const;
/** Rows wait for their place for a moment, so times may stand a little out of order. */
const OUT_OF_ORDER = 10_000;

/** What people look for in the ledger. */
@Injectable()
export class LedgerPages {
  constructor(private readonly database: Database) {}

  /** Newest first. */
  async list(filter: LedgerFilter, { before, after, limit }: PageMarks): Promise<LedgerEntry[]> {
    const query = await this.filtered(filter);
    if (before !== null) query.andWhere('entry.seq < :before', { before });
    if (after !== null) query.andWhere('entry.seq > :after', { after });
    return query.orderBy('entry.seq', 'DESC').limit(limit).getMany();
  }

  /** Oldest first, after a place. */
  async listAfter(filter: LedgerFilter, after: number, limit: number): Promise<LedgerEntry[]> {
    const query = await this.filtered(filter);
    query.andWhere('entry.seq > :after', { after });
    return query.orderBy('entry.seq', 'ASC').limit(limit).getMany();
  }

  find(seq: number): Promise<LedgerEntry | null> {
    return this.database.rows(LedgerEntry).findOneBy({ seq });
  }

  private async filtered(filter: LedgerFilter): Promise<SelectQueryBuilder<LedgerEntry>> {
    const query = this.database.rows(LedgerEntry).createQueryBuilder('entry');
    for (const name of EQUAL) {
      if (filter[name] !== undefined) {
        query.andWhere(`entry.${name} = :${name}`, { [name]: filter[name] });
      }
    }
    const { action, from, to } = filter;
    if (action?.endsWith('.')) {
      query.andWhere('entry.action = ANY(:actions)', { actions: await this.actionsOf(action) });
    } else if (action !== undefined) query.andWhere('entry.action = :action', { action });
    if (from !== undefined) await this.since(query, from);
    if (to !== undefined) await this.until(query, to);
    return query;
  }

  /** Times are turned into places, so that the pages are read in the order of the chain without sorting. */
  private async since(query: SelectQueryBuilder<LedgerEntry>, from: string): Promise<void> {
    query.andWhere('entry.at >= :from', { from });
    const seq = await this.firstSince(from);
    if (seq !== null) query.andWhere('entry.seq > :lowest', { lowest: seq - OUT_OF_ORDER });
  }

  private async until(query: SelectQueryBuilder<LedgerEntry>, to: string): Promise<void> {
    query.andWhere('entry.at < :to', { to });
    const seq = await this.firstSince(to);
    if (seq !== null) query.andWhere('entry.seq < :highest', { highest: seq + OUT_OF_ORDER });
  }

  /** There are some dozens of different actions among millions of rows: from one to the next through the index. */
  private async actionsOf(area: string): Promise<string[]> {
    const found = await this.database.query<{ action: string }>(
      `WITH RECURSIVE actions AS (
         (SELECT action FROM ledger_entries ORDER BY action LIMIT 1)
         UNION ALL
         SELECT (SELECT action FROM ledger_entries WHERE action > known.action ORDER BY action LIMIT 1)
           FROM actions known WHERE known.action IS NOT NULL)
       SELECT action FROM actions WHERE starts_with(action, $1)`,
      [area],
    );
    return found.map(({ action }) => action);
  }

  private async firstSince(at: string): Promise<number | null> {
    const [first] = await this.database.query<{ seq: string }>(
      'SELECT seq FROM ledger_entries WHERE at >= $1 ORDER BY at, seq LIMIT 1',
      [at],
    );
    return first ? Number(first.seq) : null;
  }
}
