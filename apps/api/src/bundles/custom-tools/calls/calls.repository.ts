import { Injectable } from '@nestjs/common';
import { Database } from '@/foundation/database/database';
import { requireName } from '@/foundation/errors/require-id';
import { CustomToolCall } from './custom-tool-call.entity';

export interface CallTotals {
  toolId: string;
  calls: number;
  failures: number;
  p50Ms: number | null;
  p95Ms: number | null;
}

export interface CallCount {
  toolId: string;
  /** Start of the hour or day, in UTC. */
  at: Date;
  calls: number;
  failures: number;
}

export interface Span {
  from: Date;
  unit: 'hour' | 'day';
}

/** Tries and tests say nothing about how a tool does in use. */
const IN_USE = `via IN ('chat', 'rest')`;
/** What the person or the policy ended is no failure of the tool. */
const FAILED = `status NOT IN ('completed', 'cancelled', 'denied')`;
/** Whoever called wrongly, or a broken engine, neither makes nor breaks a row of failures. */
const TELLS_OF_TOOL = `status NOT IN ('cancelled', 'denied', 'engine_error')
  AND (code IS NULL OR code NOT IN ('argument_refused', 'parameter_missing', 'invalid_arguments'))`;

@Injectable()
export class CallsRepository {
  constructor(private readonly database: Database) {}

  async insert(calls: CustomToolCall[]): Promise<void> {
    await this.database
      .rows(CustomToolCall)
      .createQueryBuilder()
      .insert()
      .values(calls)
      .orIgnore()
      .updateEntity(false)
      .execute();
  }

  listNewest(toolId: string, limit: number): Promise<CustomToolCall[]> {
    return this.database.rows(CustomToolCall).find({
      where: { toolId: requireName(toolId) },
      order: { at: 'DESC', id: 'DESC' },
      take: limit,
    });
  }

  sumOfUse(toolIds: string[], { from }: Span): Promise<CallTotals[]> {
    return this.database.query<CallTotals>(
      `SELECT tool_id AS "toolId", count(*)::int AS calls,
         count(*) FILTER (WHERE ${FAILED})::int AS failures,
         percentile_cont(0.5) WITHIN GROUP (ORDER BY elapsed_ms) AS "p50Ms",
         percentile_cont(0.95) WITHIN GROUP (ORDER BY elapsed_ms) AS "p95Ms"
       FROM custom_tool_calls WHERE tool_id = ANY($1) AND at >= $2 AND ${IN_USE} GROUP BY tool_id`,
      [toolIds.map(requireName), from],
    );
  }

  countPerUnit(toolIds: string[], { from, unit }: Span): Promise<CallCount[]> {
    return this.database.query<CallCount>(
      `SELECT tool_id AS "toolId", date_trunc($3, at, 'UTC') AS at, count(*)::int AS calls,
         count(*) FILTER (WHERE ${FAILED})::int AS failures
       FROM custom_tool_calls WHERE tool_id = ANY($1) AND at >= $2 AND ${IN_USE}
       GROUP BY tool_id, 2`,
      [toolIds.map(requireName), from, unit],
    );
  }

  async lastFailures(toolIds: string[], { from }: Span): Promise<CustomToolCall[]> {
    return this.database
      .rows(CustomToolCall)
      .createQueryBuilder('call')
      .distinctOn(['call.toolId'])
      .where('call.toolId = ANY(:toolIds) AND call.at >= :from', {
        toolIds: toolIds.map(requireName),
        from,
      })
      .andWhere(IN_USE)
      .andWhere(FAILED)
      .orderBy({ 'call.toolId': 'ASC', 'call.at': 'DESC', 'call.id': 'DESC' })
      .getMany();
  }

  /** How many of the newest calls in use of these files failed one after the other, up to `most`. */
  async countFailuresInARow(
    { toolId, hash }: Pick<CustomToolCall, 'toolId' | 'hash'>,
    most: number,
  ): Promise<number> {
    const newest = await this.database.query<{ failed: boolean }>(
      `SELECT ${FAILED} AS failed FROM custom_tool_calls
       WHERE tool_id = $1 AND hash = $3 AND ${IN_USE} AND ${TELLS_OF_TOOL} AND at > COALESCE(
         (SELECT failures_count_from FROM custom_tool_states WHERE tool_id = $1), '-infinity')
       ORDER BY at DESC, id DESC LIMIT $2`,
      [requireName(toolId), most, requireName(hash)],
    );
    const success = newest.findIndex(({ failed }) => !failed);
    return success < 0 ? newest.length : success;
  }

  async removeBefore(time: Date): Promise<void> {
    await this.database.query('DELETE FROM custom_tool_calls WHERE at < $1', [time]);
  }

  /** Only the newest `most` of each tool stay. */
  async removeBeyond(most: number): Promise<void> {
    await this.database.query(
      `DELETE FROM custom_tool_calls WHERE id IN (
         SELECT id FROM (
           SELECT id, row_number() OVER (PARTITION BY tool_id ORDER BY at DESC, id DESC) AS place
           FROM custom_tool_calls
         ) placed WHERE place > $1)`,
      [most],
    );
  }
}
