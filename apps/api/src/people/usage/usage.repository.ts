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

  /** Tokens since the start of the day and cost since the start of the month, which is never later. */
  sumByModel(
    userId: string,
    dayStart: Date,
    monthStart: Date,
  ): Promise<{ model: string; dayTokens: number; monthCost: number }[]> {
    return this.database.query(
      `SELECT model, sum(cost) AS "monthCost",
              coalesce(sum(input_tokens::float8 + output_tokens) FILTER (WHERE at >= $2), 0) AS "dayTokens"
         FROM usage_entries WHERE user_id = $1 AND at >= $3 AND model IS NOT NULL GROUP BY model`,
      [requireId(userId), dayStart, monthStart],
    );
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
