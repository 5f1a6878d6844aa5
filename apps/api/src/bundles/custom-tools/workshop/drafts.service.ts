import { Injectable } from '@nestjs/common';
import type { VersionBody, VersionDetail } from '@/contract/workshop';
import type { Caller } from '@/foundation/http/caller';
import { AuditService } from '@/people/audit/audit.service';
import { CustomToolIdRefused, CustomToolIdTaken, CustomToolRefused } from '../custom-tools.errors';
import { IdLock } from '../folder/id-lock';
import { idProblem } from '../folder/tool-id';
import { ToolPlaces } from '../folder/tool-places.service';
import { DiskLook, hasOwnId } from '../versions/disk-look.service';
import { VersionsService } from '../versions/versions.service';
import { WorkshopService } from './workshop.service';

/** Saves without publishing: broken files are welcome here, models never see them. */
@Injectable()
export class Drafts {
  constructor(
    private readonly workshop: WorkshopService,
    private readonly places: ToolPlaces,
    private readonly look: DiskLook,
    private readonly versions: VersionsService,
    private readonly lock: IdLock,
    private readonly audit: AuditService,
  ) {}

  /** The second value is true when there is a new version. */
  save(caller: Caller, id: string, body: VersionBody): Promise<[VersionDetail, boolean]> {
    return this.lock.run(id, async () => {
      await this.requireId(id);
      const draft = { ...body, source: 'workshop' } as const;
      const { version, isNew } = await this.versions.saveDraft(caller, id, draft);
      if (isNew) {
        const { number, hash } = version;
        const facts = { number, hash };
        await this.audit.record(caller, { action: 'custom_tool.draft', subject: id, facts });
      }
      return [await this.workshop.getVersion(caller, id, version.number), isNew];
    });
  }

  /** An id that a new tool may take, or that a tool has already. */
  async requireId(id: string): Promise<void> {
    const folder = await this.places.findForWriting(id);
    const problem = idProblem(id);
    if (problem) throw new CustomToolIdRefused(problem);
    if (folder?.defect && !hasOwnId(folder)) throw new CustomToolRefused(folder.defect.text);
    const other = folder ? null : await this.versions.findOtherSpelling(id);
    if (other) throw new CustomToolIdTaken(id, other);
    if (folder) await this.look.lookAt(folder);
  }
}
