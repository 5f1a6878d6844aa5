import { Injectable } from '@nestjs/common';
import type { ToolState, WorkshopTool } from '@/contract/workshop';
import type { Caller } from '@/foundation/http/caller';
import { CustomToolNotFound } from '../custom-tools.errors';
import { ToolCalls } from '../calls/tool-calls.service';
import type { CustomTool } from '../folder/custom-tool';
import { ToolSecrets } from '../secrets/tool-secrets.service';
import { pausedReasonOf, ToolStates, type StateFacts } from '../states/tool-states.service';
import { viewOf } from '../tool-view';
import type { Standing } from '../versions/standings.service';
import { VersionsService } from '../versions/versions.service';
import { DraftChats } from './draft-chats.service';
import { VersionRows } from './version-rows.service';

/** A tool with what is known of it: its folder, if it has one, and its versions. */
export interface KnownTool {
  id: string;
  folder: CustomTool | null;
  standing: Standing;
}

/** Joins what the rooms of the workshop know of each tool. */
@Injectable()
export class WorkshopViews {
  constructor(
    private readonly versions: VersionsService,
    private readonly rows: VersionRows,
    private readonly states: ToolStates,
    private readonly drafts: DraftChats,
    private readonly calls: ToolCalls,
    private readonly secrets: ToolSecrets,
  ) {}

  async show(caller: Caller, tools: readonly KnownTool[]): Promise<WorkshopTool[]> {
    const heads = tools.flatMap(({ standing }) => [standing.published, standing.draft]);
    const [rowOf, stateOf, draftsInChat, healthOf] = await Promise.all([
      this.rows.forAll(heads.filter((head) => head !== null)),
      this.states.listAll(),
      this.drafts.listToolIds(caller),
      this.calls.healthOf(tools.map(({ id }) => id)),
    ]);
    const views = tools.map(async ({ id, folder, standing: { published, draft } }) => {
      const draftTool = draft && (await this.versions.getTool(id, draft.number));
      const shown = folder ?? draftTool;
      if (!shown) throw new CustomToolNotFound(id);
      const named = new Set([...shown.secrets, ...(draftTool?.secrets ?? [])]);
      return {
        id,
        tool: viewOf(shown, caller.locale),
        published: published && rowOf(published, true),
        draft: draft && rowOf(draft, false),
        state: stateView(caller, stateOf(id), draftsInChat.includes(id)),
        health: healthOf(id),
        secrets: await this.secrets.list(id, [...named]),
      };
    });
    return Promise.all(views);
  }
}

const stateView = (caller: Caller, facts: StateFacts, usesDraftInChat: boolean): ToolState => ({
  isPaused: facts.isPaused,
  pausedReason: pausedReasonOf(facts, caller.locale),
  autoPauseAfter: facts.autoPauseAfter,
  usesDraftInChat,
  openedTo: facts.openedTo,
});
