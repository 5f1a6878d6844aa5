import { Injectable } from '@nestjs/common';
import { Database } from '@/foundation/database/database';
import { requireId, requireName } from '@/foundation/errors/require-id';
import { CustomToolDraftUse } from './custom-tool-draft-use.entity';

@Injectable()
export class DraftUsesRepository {
  constructor(private readonly database: Database) {}

  async listToolIds(userId: string): Promise<string[]> {
    const uses = await this.rows.findBy({ userId: requireId(userId) });
    return uses.map(({ toolId }) => toolId).sort();
  }

  async add(userId: string, toolId: string): Promise<void> {
    await this.rows.upsert({ userId: requireId(userId), toolId: requireName(toolId) }, [
      'userId',
      'toolId',
    ]);
  }

  async remove(userId: string, toolId: string): Promise<void> {
    await this.rows.delete({ userId: requireId(userId), toolId: requireName(toolId) });
  }

  async removeTool(toolId: string): Promise<void> {
    await this.rows.delete({ toolId: requireName(toolId) });
  }

  private get rows() {
    return this.database.rows(CustomToolDraftUse);
  }
}
