import { Injectable } from '@nestjs/common';
import { BriefMemory } from '@/foundation/database/brief-memory';
import { Database } from '@/foundation/database/database';
import { requireId, requireName } from '@/foundation/errors/require-id';
import { CustomToolDraftUse } from './custom-tool-draft-use.entity';

@Injectable()
export class DraftUsesRepository {
  /** Everybody's: asked at every call of every tool, and never many. */
  private readonly all = new BriefMemory(() => this.readAll());

  constructor(private readonly database: Database) {}

  async listToolIds(userId: string): Promise<string[]> {
    const id = requireId(userId);
    const uses = await this.all.get();
    return uses.filter((use) => use.userId === id).map(({ toolId }) => toolId);
  }

  async add(userId: string, toolId: string): Promise<void> {
    await this.rows.upsert({ userId: requireId(userId), toolId: requireName(toolId) }, [
      'userId',
      'toolId',
    ]);
    this.all.forget();
  }

  async remove(userId: string, toolId: string): Promise<void> {
    await this.rows.delete({ userId: requireId(userId), toolId: requireName(toolId) });
    this.all.forget();
  }

  async removeTool(toolId: string): Promise<void> {
    await this.rows.delete({ toolId: requireName(toolId) });
    this.all.forget();
  }

  private readAll(): Promise<CustomToolDraftUse[]> {
    return this.database.query(
      'SELECT user_id AS "userId", tool_id AS "toolId" FROM custom_tool_draft_uses ORDER BY tool_id',
    );
  }

  private get rows() {
    return this.database.rows(CustomToolDraftUse);
  }
}
