import { Injectable } from '@nestjs/common';
import type { Caller } from '@/foundation/http/caller';
import type { CustomTool } from '../folder/custom-tool';
import { DiskLook } from '../versions/disk-look.service';
import { VersionsService } from '../versions/versions.service';
import { DraftUsesRepository } from './draft-uses.repository';

/** Drafts that an administrator tries in chats of their own; nobody else ever sees them there. */
@Injectable()
export class DraftChats {
  constructor(
    private readonly uses: DraftUsesRepository,
    private readonly versions: VersionsService,
    private readonly look: DiskLook,
  ) {}

  async listToolIds(caller: Caller): Promise<string[]> {
    return caller.role === 'admin' ? this.uses.listToolIds(caller.userId) : [];
  }

  async set(caller: Caller, toolId: string, isUsed: boolean): Promise<void> {
    if (isUsed) await this.uses.add(caller.userId, toolId);
    else await this.uses.remove(caller.userId, toolId);
  }

  async forget(toolId: string): Promise<void> {
    await this.uses.removeTool(toolId);
  }

  /** Each draft in the place of what is published; a broken draft changes nothing. */
  async replace(
    inDraft: readonly string[],
    published: readonly CustomTool[],
  ): Promise<CustomTool[]> {
    this.look.lookLater(published);
    const tools = new Map(published.map((tool) => [tool.id, tool]));
    for (const toolId of inDraft) {
      const draft = await this.versions.findDraft(toolId);
      if (draft && draft.id === toolId && draft.defect === null) tools.set(toolId, draft);
    }
    return [...tools.values()];
  }
}
