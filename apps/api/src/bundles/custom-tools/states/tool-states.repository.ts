import { Injectable } from '@nestjs/common';
import type { Audience } from '@/contract/workshop';
import { BriefMemory } from '@/foundation/database/brief-memory';
import { Database } from '@/foundation/database/database';
import { requireName } from '@/foundation/errors/require-id';
import { CustomToolState } from './custom-tool-state.entity';

@Injectable()
export class ToolStatesRepository {
  /** Asked at every call of every tool. */
  private readonly all = new BriefMemory(() => this.readAll());

  constructor(private readonly database: Database) {}

  list(): Promise<CustomToolState[]> {
    return this.all.get();
  }

  find(toolId: string): Promise<CustomToolState | null> {
    return this.database.rows(CustomToolState).findOneBy({ toolId: requireName(toolId) });
  }

  async save(toolId: string, changes: Partial<Omit<CustomToolState, 'toolId'>>): Promise<void> {
    await this.database
      .rows(CustomToolState)
      .upsert({ toolId: requireName(toolId), ...changes }, ['toolId']);
    this.all.forget();
  }

  /** False when it was paused already, or nobody wants it to pause itself any more. */
  async pauseItself(toolId: string, failures: number): Promise<boolean> {
    const changed = await this.database.query<{ tool_id: string }>(
      `WITH paused AS (
         UPDATE custom_tool_states SET is_paused = true, paused_after_failures = $2
         WHERE tool_id = $1 AND NOT is_paused AND auto_pause_after <= $2
         RETURNING tool_id
       ) SELECT tool_id FROM paused`,
      [requireName(toolId), failures],
    );
    this.all.forget();
    return changed.length > 0;
  }

  /** False when it stands otherwise by now, so that a newer decision is never undone. */
  async close(toolId: string, seen: Audience): Promise<boolean> {
    const changed = await this.database.query<{ tool_id: string }>(
      `WITH closed AS (
         UPDATE custom_tool_states SET opened_to = '"admins"'
         WHERE tool_id = $1 AND opened_to = $2::jsonb RETURNING tool_id
       ) SELECT tool_id FROM closed`,
      [requireName(toolId), JSON.stringify(seen)],
    );
    this.all.forget();
    return changed.length > 0;
  }

  async remove(toolId: string): Promise<void> {
    await this.database.rows(CustomToolState).delete({ toolId: requireName(toolId) });
    this.all.forget();
  }

  private readAll(): Promise<CustomToolState[]> {
    return this.database.query(
      `SELECT tool_id AS "toolId", is_paused AS "isPaused", paused_after_failures AS "pausedAfterFailures",
              auto_pause_after AS "autoPauseAfter", failures_count_from AS "failuresCountFrom", opened_to AS "openedTo"
         FROM custom_tool_states`,
    );
  }
}
