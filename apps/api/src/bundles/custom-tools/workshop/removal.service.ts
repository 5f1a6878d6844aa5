import { Injectable } from '@nestjs/common';
import type { Caller } from '@/foundation/http/caller';
import { CustomToolIdRefused, CustomToolNotFound } from '../custom-tools.errors';
import { IdLock } from '../folder/id-lock';
import { ToolCatalog } from '../folder/tool-catalog.service';
import { idProblem } from '../folder/tool-id';
import { ToolSecrets } from '../secrets/tool-secrets.service';
import { ToolStates } from '../states/tool-states.service';
import { hasOwnId } from '../versions/disk-look.service';
import { Publishing } from '../versions/publishing.service';
import { VersionsService } from '../versions/versions.service';
import { DraftChats } from './draft-chats.service';

/**
 * The folder goes, and with it every decision about the tool and the values of its secrets; its versions stay, and publishing one of them brings the
 * tool back. What was only a draft is no longer listed.
 */
@Injectable()
export class Removal {
  constructor(
    private readonly catalog: ToolCatalog,
    private readonly versions: VersionsService,
    private readonly publishing: Publishing,
    private readonly states: ToolStates,
    private readonly drafts: DraftChats,
    private readonly secrets: ToolSecrets,
    private readonly lock: IdLock,
  ) {}

  async remove(caller: Caller, id: string): Promise<void> {
    const problem = (await this.catalog.findTool(id)) ? null : idProblem(id);
    if (problem) throw new CustomToolIdRefused(problem);
    await this.lock.run(id, async () => {
      const tool = await this.catalog.findTool(id);
      if (!tool && !(await this.versions.hasDraft(id))) throw new CustomToolNotFound(id);
      const toolId = tool?.id ?? id;
      // First the decisions: a crash in between must not leave a confirmation for the next tool of this name.
      if (!tool || hasOwnId(tool)) {
        await this.states.forget(toolId);
        await this.drafts.forget(toolId);
        await this.secrets.forget(toolId);
      }
      await this.publishing.remove(caller, toolId, tool);
    });
  }
}
