import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { TestSummary } from '@/contract/workshop';
import { Database } from '@/foundation/database/database';
import { requireName } from '@/foundation/errors/require-id';
import { CustomToolTestResult } from './custom-tool-test-result.entity';

/** Files of one tool, as its versions name them. */
export interface TestedFiles {
  toolId: string;
  hash: string;
}

@Injectable()
export class TestResultsRepository {
  constructor(private readonly database: Database) {}

  async find({ toolId, hash }: TestedFiles): Promise<TestSummary | null> {
    const row = await this.rows.findOneBy({ toolId: requireName(toolId), hash: requireName(hash) });
    return row && summaryOf(row);
  }

  /** By hash; asked for many tools at once, it may know of equal files of another tool, which is no harm. */
  async listFor(files: readonly TestedFiles[]): Promise<(one: TestedFiles) => TestSummary | null> {
    if (files.length === 0) return () => null;
    const found = await this.rows.findBy({ hash: In(files.map(({ hash }) => hash)) });
    const byKey = new Map(found.map((row) => [keyOf(row), summaryOf(row)]));
    return (one) => byKey.get(keyOf(one)) ?? null;
  }

  async save({ toolId, hash }: TestedFiles, summary: TestSummary): Promise<void> {
    const row = { ...summary, toolId, hash, at: new Date(summary.at) };
    await this.rows.upsert(row, ['toolId', 'hash']);
  }

  private get rows() {
    return this.database.rows(CustomToolTestResult);
  }
}

const keyOf = ({ toolId, hash }: TestedFiles): string => `${toolId} ${hash}`;

const summaryOf = ({ passed, failed, at }: CustomToolTestResult): TestSummary => ({
  passed,
  failed,
  at: at.toISOString(),
});
