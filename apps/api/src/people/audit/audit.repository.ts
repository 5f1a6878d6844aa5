import { Injectable } from '@nestjs/common';
import { Database } from '@/foundation/database/database';
import { requireId } from '@/foundation/errors/require-id';
import { AuditEntry } from './audit-entry.entity';

/** Where a page ends; the next one begins after it. */
export interface AuditMark {
  at: Date;
  id: string;
}

@Injectable()
export class AuditRepository {
  constructor(private readonly database: Database) {}

  async insert(entries: Omit<AuditEntry, 'id'>[]): Promise<void> {
    await this.database.rows(AuditEntry).insert(entries);
  }

  async listNewestBefore(mark: AuditMark | null, limit: number): Promise<AuditEntry[]> {
    const query = this.database
      .rows(AuditEntry)
      .createQueryBuilder('entry')
      .orderBy({ 'entry.at': 'DESC', 'entry.id': 'DESC' })
      .limit(limit);
    if (mark) {
      query.where('(entry.at, entry.id) < (:at, :id)', { at: mark.at, id: requireId(mark.id) });
    }
    return query.getMany();
  }
}
