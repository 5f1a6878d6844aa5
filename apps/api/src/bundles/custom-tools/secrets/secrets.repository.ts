import { Injectable } from '@nestjs/common';
import { Database } from '@/foundation/database/database';
import { requireName } from '@/foundation/errors/require-id';
import { CustomToolSecret } from './custom-tool-secret.entity';

@Injectable()
export class ToolSecretsRepository {
  constructor(private readonly database: Database) {}

  listOf(toolId: string): Promise<CustomToolSecret[]> {
    return this.database
      .rows(CustomToolSecret)
      .find({ where: { toolId: requireName(toolId) }, order: { name: 'ASC' } });
  }

  async save(secret: CustomToolSecret): Promise<void> {
    await this.database.rows(CustomToolSecret).upsert(secret, ['toolId', 'name']);
  }

  /** False when there was none. */
  async remove(toolId: string, name: string): Promise<boolean> {
    const { affected } = await this.database
      .rows(CustomToolSecret)
      .delete({ toolId: requireName(toolId), name: requireName(name) });
    return (affected ?? 0) > 0;
  }

  async removeAllOf(toolId: string): Promise<void> {
    await this.database.rows(CustomToolSecret).delete({ toolId: requireName(toolId) });
  }
}
