import { Injectable } from '@nestjs/common';
import { Database } from '@/foundation/database/database';
import { requireName } from '@/foundation/errors/require-id';
import { ToolPlacement } from './tool-placement.entity';

@Injectable()
export class PolicyRepository {
  constructor(private readonly database: Database) {}

  listPlacements(): Promise<ToolPlacement[]> {
    return this.database.rows(ToolPlacement).find();
  }

  async findPlacement(tool: string): Promise<ToolPlacement | null> {
    return this.database.rows(ToolPlacement).findOneBy({ tool: requireName(tool) });
  }

  /** False when the tool already has a place; the primary key decides between two at once. */
  async insertPlacement(placement: ToolPlacement): Promise<boolean> {
    requireName(placement.tool);
    const { raw } = await this.database
      .rows(ToolPlacement)
      .createQueryBuilder()
      .insert()
      .values(placement)
      .orIgnore()
      .returning('tool')
      .execute();
    return (raw as unknown[]).length === 1;
  }

  async removePlacement(tool: string): Promise<boolean> {
    const { affected } = await this.database
      .rows(ToolPlacement)
      .delete({ tool: requireName(tool) });
    return affected === 1;
  }
}
