import { Injectable } from '@nestjs/common';
import { Database } from '@/foundation/database/database';
import { requireId } from '@/foundation/errors/require-id';
import { UsageEntry } from './usage-entry.entity';

export interface UsageTotals {
  calls: number;
  inputTokens: number;
  outputTokens: number;
  cachedTokens: number;
}

@Injectable()
export class UsageRepository {
  constructor(private readonly database: Database) {}

  async insert(entries: Omit<UsageEntry, 'id'>[]): Promise<void> {
    await this.database.rows(UsageEntry).insert(entries);
  }

  async sumOfUserSince(userId: string, since: Date): Promise<UsageTotals> {
    const [row] = await this.database.query<Record<keyof UsageTotals, string>>(
      `SELECT coalesce(sum(calls), 0) AS "calls", coalesce(sum(input_tokens), 0) AS "inputTokens",
              coalesce(sum(output_tokens), 0) AS "outputTokens", coalesce(sum(cached_tokens), 0) AS "cachedTokens"
         FROM usage_entries WHERE user_id = $1 AND at >= $2`,
      [requireId(userId), since],
    );
    return {
      calls: Number(row?.calls),
      inputTokens: Number(row?.inputTokens),
      outputTokens: Number(row?.outputTokens),
      cachedTokens: Number(row?.cachedTokens),
    };
  }
}
