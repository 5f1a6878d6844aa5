import { Injectable } from '@nestjs/common';
import type { Audience } from '@/contract/workshop';
import type { Caller } from '@/foundation/http/caller';
import { CustomToolRefused } from '../custom-tools.errors';
import { isSameAudience } from '../folder/audience';
import { hasOwnId } from '../versions/disk-look.service';
import { ToolStates, type StateChanges } from '../states/tool-states.service';
import { DraftChats } from './draft-chats.service';
import { AudienceNotAskedFor } from './workshop.errors';
import type { KnownTool } from './workshop-views.service';
import { WorkshopService } from './workshop.service';

/** Switches beside the files: pause, confirm the audience, use the draft in one's own chats. */
@Injectable()
export class ToolSwitches {
  constructor(
    private readonly workshop: WorkshopService,
    private readonly states: ToolStates,
    private readonly drafts: DraftChats,
  ) {}

  async set(
    caller: Caller,
    id: string,
    { usesDraftInChat, ...changes }: StateChanges & { usesDraftInChat?: boolean },
  ): Promise<void> {
    const known = await this.workshop.getKnown(id);
    if (known.folder?.defect && !hasOwnId(known.folder)) {
      throw new CustomToolRefused(known.folder.defect.text);
    }
    if (changes.openedTo !== undefined) requireAsked(known, changes.openedTo);
    if (Object.keys(changes).length > 0) await this.states.update(caller, id, changes);
    if (usesDraftInChat !== undefined) await this.drafts.set(caller, id, usesDraftInChat);
  }
}

/** Closing is always allowed; opening only as far as the published files ask for. */
function requireAsked({ folder }: KnownTool, openedTo: Audience): void {
  const asked = folder?.audience ?? 'admins';
  if (openedTo !== 'admins' && !isSameAudience(openedTo, asked)) {
    throw new AudienceNotAskedFor(asked);
  }
}
