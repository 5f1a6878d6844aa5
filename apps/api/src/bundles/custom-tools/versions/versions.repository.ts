import { Injectable } from '@nestjs/common';
import { IsNull, LessThan } from 'typeorm';
import { Database } from '@/foundation/database/database';
import { requireName } from '@/foundation/errors/require-id';
import { CustomToolVersion } from './custom-tool-version.entity';

/** A version without its files, for lists. */
export type VersionHead = Omit<CustomToolVersion, 'files'>;

const HEAD = {
  id: true,
  toolId: true,
  number: true,
  hash: true,
  source: true,
  authorId: true,
  authorName: true,
  note: true,
  createdAt: true,
  publishedAt: true,
  removedAt: true,
} as const satisfies Record<keyof VersionHead, true>;

@Injectable()
export class VersionsRepository {
  constructor(private readonly database: Database) {}

  /** Until the transaction ends nobody else, on any server, numbers or publishes versions of this tool. */
  async lock(toolId: string): Promise<void> {
    await this.database.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `custom tool ${requireName(toolId)}`,
    ]);
  }

  findByNumber(toolId: string, number: number): Promise<CustomToolVersion | null> {
    return this.rows.findOneBy({ toolId: requireName(toolId), number });
  }

  /** The newest with these files. */
  findByHash(toolId: string, hash: string): Promise<VersionHead | null> {
    return this.newestWhere({ toolId: requireName(toolId), hash: requireName(hash) });
  }

  findNewest(toolId: string): Promise<VersionHead | null> {
    return this.newestWhere({ toolId: requireName(toolId) });
  }

  /** The one that was put into the folder last. */
  findLastPublished(toolId: string): Promise<VersionHead | null> {
    return this.heads('version')
      .where('version.toolId = :toolId AND version.publishedAt IS NOT NULL', {
        toolId: requireName(toolId),
      })
      .orderBy({ 'version.publishedAt': 'DESC', 'version.number': 'DESC' })
      .limit(1)
      .getOne();
  }

  /** An id in use that differs only by the case of its letters. */
  async findOtherSpelling(toolId: string): Promise<string | null> {
    const other = await this.heads('version')
      .where('lower(version.toolId) = lower(:toolId) AND version.toolId <> :toolId', {
        toolId: requireName(toolId),
      })
      .andWhere('version.removedAt IS NULL')
      .limit(1)
      .getOne();
    return other?.toolId ?? null;
  }

  listBefore(toolId: string, before: number | null, limit: number): Promise<VersionHead[]> {
    return this.rows.find({
      select: HEAD,
      where: { toolId: requireName(toolId), ...(before !== null && { number: LessThan(before) }) },
      order: { number: 'DESC' },
      take: limit,
    });
  }

  /** Of every tool the version saved last. */
  listNewest(): Promise<VersionHead[]> {
    return this.heads('version')
      .distinctOn(['version.toolId'])
      .orderBy({ 'version.toolId': 'ASC', 'version.number': 'DESC' })
      .getMany();
  }

  /** Of every tool the version put into its folder last. */
  listLastPublished(): Promise<VersionHead[]> {
    return this.heads('version')
      .distinctOn(['version.toolId'])
      .where('version.publishedAt IS NOT NULL')
      .orderBy({
        'version.toolId': 'ASC',
        'version.publishedAt': 'DESC',
        'version.number': 'DESC',
      })
      .getMany();
  }

  async insert(version: Omit<CustomToolVersion, 'id'>): Promise<CustomToolVersion> {
    const row = this.rows.create(version);
    await this.rows.insert(row);
    return row;
  }

  async markPublished(id: string, publishedAt: Date): Promise<void> {
    await this.rows.update({ id: requireName(id) }, { publishedAt, removedAt: null });
  }

  async markRemoved(toolId: string, removedAt: Date): Promise<void> {
    await this.rows.update({ toolId: requireName(toolId), removedAt: IsNull() }, { removedAt });
  }

  /** Drops what lies more than `keep` numbers behind the newest, but never what the folder holds. */
  async prune(toolId: string, newest: number, keep: number): Promise<void> {
    const published = await this.findLastPublished(toolId);
    await this.rows
      .createQueryBuilder()
      .delete()
      .where('tool_id = :toolId AND number <= :last AND number <> :published', {
        toolId: requireName(toolId),
        last: newest - keep,
        published: published?.number ?? 0,
      })
      .execute();
  }

  private get rows() {
    return this.database.rows(CustomToolVersion);
  }

  private heads(alias: string) {
    const columns = Object.keys(HEAD).map((column) => `${alias}.${column}`);
    return this.rows.createQueryBuilder(alias).select(columns);
  }

  private newestWhere(where: { toolId: string; hash?: string }): Promise<VersionHead | null> {
    return this.rows.findOne({ select: HEAD, where, order: { number: 'DESC' } });
  }
}
