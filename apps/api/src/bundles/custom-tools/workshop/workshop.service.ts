import { Injectable } from '@nestjs/common';
import type { VersionDetail, VersionRow, WorkshopTool } from '@/contract/workshop';
import type { Caller } from '@/foundation/http/caller';
import { CustomToolNotFound } from '../custom-tools.errors';
import type { CustomTool } from '../folder/custom-tool';
import { ToolCatalog } from '../folder/tool-catalog.service';
import { TOOL_ID } from '../folder/tool-id';
import { viewOf } from '../tool-view';
import { DiskLook, hasOwnId } from '../versions/disk-look.service';
import { Standings, type Standing } from '../versions/standings.service';
import { VersionsService } from '../versions/versions.service';
import { VersionRows } from './version-rows.service';
import { WorkshopViews, type KnownTool } from './workshop-views.service';

const NOTHING: Standing = { published: null, draft: null };

/** What the workshop shows. Looks at the disk before it answers, so that work done by hand is part of the answer. */
@Injectable()
export class WorkshopService {
  constructor(
    private readonly catalog: ToolCatalog,
    private readonly look: DiskLook,
    private readonly standings: Standings,
    private readonly versions: VersionsService,
    private readonly rows: VersionRows,
    private readonly views: WorkshopViews,
  ) {}

  async list(caller: Caller): Promise<WorkshopTool[]> {
    await this.look.look();
    const folders = await this.catalog.listAll();
    const standings = await this.standings.listAll(folders);
    const known = folders.map((folder) => ({
      id: addressOf(folder),
      folder,
      standing: (hasOwnId(folder) && standings.get(folder.id)) || NOTHING,
    }));
    const listed = new Set(known.map(({ id }) => id));
    const drafts = [...standings]
      .filter(([id, { draft }]) => draft !== null && !listed.has(id))
      .map(([id, standing]) => ({ id, folder: null, standing }));
    return this.views.show(caller, [...known, ...drafts]);
  }

  async get(caller: Caller, id: string): Promise<WorkshopTool> {
    const [tool] = await this.views.show(caller, [await this.getKnown(id)]);
    if (!tool) throw new CustomToolNotFound(id);
    return tool;
  }

  async getKnown(id: string): Promise<KnownTool> {
    const known = await this.findKnown(id);
    if (!known || (known.folder === null && known.standing.draft === null)) {
      throw new CustomToolNotFound(id);
    }
    return known;
  }

  /** Null only for what never had a folder nor a version; a removed tool has versions without a draft. */
  async findKnown(id: string): Promise<KnownTool | null> {
    const folder = await this.catalog.findTool(id);
    if (folder && !hasOwnId(folder)) {
      return { id: folder.directory, folder, standing: NOTHING };
    }
    if (folder) await this.look.lookAt(folder);
    if (!folder && !TOOL_ID.test(id)) return null;
    return { id, folder, standing: await this.standings.find(id, folder) };
  }

  async listVersions(id: string, before: number | null, limit: number): Promise<VersionRow[]> {
    const known = await this.findKnown(id);
    if (!known) throw new CustomToolNotFound(id);
    const heads = await this.versions.list(known.id, before, limit);
    if (heads.length === 0 && known.folder === null && before === null) {
      throw new CustomToolNotFound(id);
    }
    return this.rows.rowsOf(heads, known.standing.published);
  }

  async getVersion(caller: Caller, id: string, number: number): Promise<VersionDetail> {
    const known = await this.findKnown(id);
    if (!known) throw new CustomToolNotFound(id);
    const version = await this.versions.getByNumber(known.id, number);
    const [row] = await this.rows.rowsOf([version], known.standing.published);
    const tool = viewOf(this.versions.toolOf(version), caller.locale);
    return { ...(row as VersionRow), files: version.files, tool };
  }
}

/** A folder that no id of its own leads to answers to its name, which is always a harmless text. */
const addressOf = (folder: CustomTool): string => (hasOwnId(folder) ? folder.id : folder.directory);
