import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { BriefMemory } from '@/foundation/database/brief-memory';
import { Database } from '@/foundation/database/database';
import { PolicyVersion } from './policy-version.entity';

/** A version without its document, which may be large. */
export type PolicyVersionMark = Omit<PolicyVersion, 'document'>;

const PAGE = 50;

@Injectable()
export class PolicyRepository {
  /** Asked at every call of a tool. */
  private readonly newest = new BriefMemory(() => this.readNewestVersion());

  constructor(private readonly database: Database) {}

  newestVersion(): Promise<number> {
    return this.newest.get();
  }

  async find(version: number): Promise<PolicyVersion | null> {
    return this.database.rows(PolicyVersion).findOneBy({ version });
  }

  /** False when this version exists already: somebody else was first, the primary key decides. */
  async insert(version: PolicyVersion): Promise<boolean> {
    const { raw } = await this.database
      .rows(PolicyVersion)
      .createQueryBuilder()
      .insert()
      .values(version)
      .orIgnore()
      .returning('version')
      .execute();
    this.newest.forget();
    return (raw as unknown[]).length === 1;
  }

  listBefore(version: number | null): Promise<PolicyVersionMark[]> {
    return this.database.rows(PolicyVersion).find({
      select: { version: true, at: true, byUserId: true, note: true, rules: true },
      where: version === null ? {} : { version: LessThan(version) },
      order: { version: 'DESC' },
      take: PAGE,
    });
  }

  private async readNewestVersion(): Promise<number> {
    const [row] = await this.database.query<{ version: number }>(
      'SELECT version FROM policy_versions ORDER BY version DESC LIMIT 1',
    );
    return row?.version ?? 0;
  }
}
