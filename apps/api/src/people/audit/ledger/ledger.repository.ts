import { Injectable } from '@nestjs/common';
import { Between, LessThanOrEqual } from 'typeorm';
import { Database } from '@/foundation/database/database';
import { AuditEntry } from '../audit-entry.entity';
import { LedgerAnchor } from './ledger-anchor.entity';
import { type ChainEnd, GENESIS } from './ledger-chain';
import { LedgerEntry } from './ledger-entry.entity';
import { LedgerHead } from './ledger-head.entity';

const HEAD = 1;

/** The rows of the chain. */
@Injectable()
export class LedgerRepository {
  constructor(private readonly database: Database) {}

  /** Whoever holds it writes alone until the transaction ends. */
  async lockHead(): Promise<ChainEnd> {
    return this.database
      .rows(LedgerHead)
      .createQueryBuilder('head')
      .setLock('pessimistic_write')
      .where({ id: HEAD })
      .getOneOrFail();
  }

  async append(entries: LedgerEntry[]): Promise<void> {
    const last = entries.at(-1);
    if (!last) return;
    await this.database.rows(LedgerEntry).insert(entries);
    const { seq, hash } = last;
    await this.database.rows(LedgerHead).update({ id: HEAD }, { seq, hash });
  }

  async hasInbox(): Promise<boolean> {
    return this.database.rows(AuditEntry).existsBy({});
  }

  /** The oldest of what waits; gone with the transaction that puts it into the chain. */
  async takeInbox(most: number): Promise<AuditEntry[]> {
    const inbox = this.database.rows(AuditEntry);
    const taken = await inbox
      .createQueryBuilder('entry')
      .setLock('pessimistic_write')
      .setOnLocked('skip_locked')
      .orderBy({ 'entry.at': 'ASC', 'entry.place': 'ASC' })
      .limit(most)
      .getMany();
    if (taken.length > 0) await inbox.delete(taken.map(({ id }) => id));
    return taken;
  }

  async getHead(): Promise<ChainEnd> {
    const head = await this.database.rows(LedgerHead).findOneBy({ id: HEAD });
    return head ?? { seq: 0, hash: GENESIS };
  }

  async findAnchor(): Promise<LedgerAnchor | null> {
    const [newest] = await this.database
      .rows(LedgerAnchor)
      .find({ order: { seq: 'DESC' }, take: 1 });
    return newest ?? null;
  }

  /** Behind the first place, up to the last one. */
  listBetween(first: number, last: number, most: number): Promise<LedgerEntry[]> {
    return this.database
      .rows(LedgerEntry)
      .find({ where: { seq: Between(first + 1, last) }, order: { seq: 'ASC' }, take: most });
  }

  /** The last row before the first one that is young enough to stay, a bounded number of places from the beginning. */
  async findLastBefore(at: Date, most: number): Promise<LedgerEntry | null> {
    const [row] = await this.database.query<{ seq: string | null }>(
      `SELECT max(seq) AS seq FROM (
         SELECT seq, bool_and(at < $1) OVER (ORDER BY seq) AS is_old
           FROM (SELECT seq, at FROM ledger_entries ORDER BY seq LIMIT $2) beginning) marked
        WHERE is_old`,
      [at, most],
    );
    return row?.seq ? this.database.rows(LedgerEntry).findOneBy({ seq: Number(row.seq) }) : null;
  }

  /** The anchor first: the database lets rows go only behind one. */
  async removeThrough({ seq, hash }: ChainEnd, at: Date): Promise<number> {
    await this.database.rows(LedgerAnchor).insert({ seq, hash, at });
    const { affected } = await this.database
      .rows(LedgerEntry)
      .delete({ seq: LessThanOrEqual(seq) });
    return affected ?? 0;
  }
}
