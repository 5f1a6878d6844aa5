import { Injectable } from '@nestjs/common';
import { Database } from '@/foundation/database/database';
import { AuditEntry } from './audit-entry.entity';

export type NewEntry = Omit<AuditEntry, 'id' | 'place'>;

/** The inbox of the ledger. */
@Injectable()
export class AuditRepository {
  constructor(private readonly database: Database) {}

  async insert(entry: NewEntry): Promise<void> {
    await this.database.rows(AuditEntry).insert(entry);
  }
}
