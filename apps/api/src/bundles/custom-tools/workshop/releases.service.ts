import { Injectable } from '@nestjs/common';
import type { Audience, PublishBody } from '@/contract/workshop';
import type { Caller } from '@/foundation/http/caller';
import { isSameAudience, isWithin } from '../folder/audience';
import type { CustomTool } from '../folder/custom-tool';
import { IdLock } from '../folder/id-lock';
import { ToolPlaces } from '../folder/tool-places.service';
import { ToolStates } from '../states/tool-states.service';
import { ToolTestRuns } from '../tests/tool-test-runs.service';
import type { CustomToolVersion } from '../versions/custom-tool-version.entity';
import { Publishing } from '../versions/publishing.service';
import { changesTo } from '../versions/version-files';
import { CustomToolVersionInvalid } from '../versions/versions.errors';
import { VersionsService } from '../versions/versions.service';
import { AudienceNeedsConfirmation, ToolTestsFailing } from './workshop.errors';
import { Drafts } from './drafts.service';

/** Puts a version into the folder: sound, its tests passed where they are asked for, its audience confirmed. */
@Injectable()
export class Releases {
  constructor(
    private readonly drafts: Drafts,
    private readonly places: ToolPlaces,
    private readonly versions: VersionsService,
    private readonly publishing: Publishing,
    private readonly states: ToolStates,
    private readonly tests: ToolTestRuns,
    private readonly lock: IdLock,
  ) {}

  publish(caller: Caller, id: string, body: PublishBody): Promise<void> {
    return this.lock.run(id, async () => {
      await this.drafts.requireId(id);
      const version = await this.versions.getByNumber(id, body.number);
      const tool = this.requireSound(id, version);
      const openTo = await this.audienceAfter(tool, body.openTo);
      await this.requireTested(caller, tool, body.number);
      await this.write(caller, version, body.note);
      if (openTo) await this.states.update(caller, id, { openedTo: openTo });
    });
  }

  private requireSound(id: string, version: CustomToolVersion): CustomTool {
    const tool = this.versions.toolOf(version);
    if (tool.defect) throw new CustomToolVersionInvalid(version.number, tool.defect.text);
    if (tool.id === id) return tool;
    throw new CustomToolVersionInvalid(version.number, {
      en: `definition.json says id ${tool.id}, but the tool is ${id}`,
      'zh-CN': `definition.json 中的 id 为 ${tool.id}，而工具是 ${id}`,
    });
  }

  /** A version whose gate is on and whose tests fail leaves what is published where it is. */
  private async requireTested(caller: Caller, tool: CustomTool, number: number): Promise<void> {
    if (!tool.tests.hasGate || tool.tests.cases.length === 0) return;
    const { failed } = await this.tests.summaryFor(caller, tool);
    if (failed > 0) throw new ToolTestsFailing(number, failed);
  }

  /** What has to be booked as confirmed; null when nothing changes. Narrower than now needs no word. */
  private async audienceAfter({ id, audience }: CustomTool, openTo: Audience | undefined) {
    const { openedTo } = await this.states.find(id);
    if (isSameAudience(audience, openedTo)) return null;
    if (isWithin(audience, openedTo)) return audience;
    if (openTo === undefined || !isSameAudience(openTo, audience)) {
      throw new AudienceNeedsConfirmation(audience);
    }
    return audience;
  }

  private async write(caller: Caller, version: CustomToolVersion, note = ''): Promise<void> {
    const { toolId, number, files } = version;
    const stored = await this.places.findForWriting(toolId);
    const changes = changesTo(files);
    const next = await this.places.requireSound(stored?.directory ?? toolId, changes);
    await this.publishing.publish(caller, {
      toolId,
      next: next.folder,
      changes,
      source: 'rollback',
      note: note || BACK_TO[caller.locale](number),
      action: 'publish',
    });
  }
}

/** Said only where an older version comes back as a new one. */
const BACK_TO = {
  en: (number: number) => `Back to version ${number}`,
  'zh-CN': (number: number) => `回滚到版本 ${number}`,
};
