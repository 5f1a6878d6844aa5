import { Injectable } from '@nestjs/common';
import { CustomToolNotFound } from '../custom-tools.errors';
import type { CustomTool } from '../folder/custom-tool';
import { ToolCatalog } from '../folder/tool-catalog.service';
import { VersionsService } from '../versions/versions.service';

/** A tool by its exact id: the one in the folder, a saved version, or a draft nobody published yet. */
@Injectable()
export class KnownTools {
  constructor(
    private readonly catalog: ToolCatalog,
    private readonly versions: VersionsService,
  ) {}

  /** `version` null means what is in the folder. */
  async get(id: string, version: number | null): Promise<CustomTool> {
    if (version !== null) return this.versions.getTool(id, version);
    const published = await this.findPublished(id);
    if (!published) throw new CustomToolNotFound(id);
    return published;
  }

  /** Of the published tool and of its draft. */
  async namedSecrets(id: string): Promise<string[]> {
    const tools = await this.all(id);
    return [...new Set(tools.flatMap(({ secrets }) => secrets))];
  }

  async require(id: string): Promise<void> {
    await this.all(id);
  }

  private async all(id: string): Promise<CustomTool[]> {
    const [published, draft] = await Promise.all([this.findPublished(id), this.findDraft(id)]);
    const tools = [published, draft].filter((tool) => tool !== null);
    if (tools.length === 0) throw new CustomToolNotFound(id);
    return tools;
  }

  private async findPublished(id: string): Promise<CustomTool | null> {
    const tool = await this.catalog.findTool(id);
    return tool?.id === id ? tool : null;
  }

  private async findDraft(id: string): Promise<CustomTool | null> {
    if (!(await this.versions.hasDraft(id))) return null;
    const [newest] = await this.versions.list(id, null, 1);
    return newest ? this.versions.getTool(id, newest.number) : null;
  }
}
