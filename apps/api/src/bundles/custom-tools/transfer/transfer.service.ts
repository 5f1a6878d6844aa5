import { Injectable } from '@nestjs/common';
import type { ImportResult, ToolFileTexts } from '@/contract/workshop';
import { Database } from '@/foundation/database/database';
import type { Caller } from '@/foundation/http/caller';
import { AuditService } from '@/people/audit/audit.service';
import { CustomToolNotFound, CustomToolRefused } from '../custom-tools.errors';
import { ToolCatalog } from '../folder/tool-catalog.service';
import { idProblem } from '../folder/tool-id';
import { isJsonObject, JsonFault, readJson } from '../json-text';
import { hasOwnId } from '../versions/disk-look.service';
import { textsOf } from '../versions/version-files';
import { VersionsService } from '../versions/versions.service';
import { Drafts } from '../workshop/drafts.service';
import { WorkshopService } from '../workshop/workshop.service';
import { readArchive, type ArchivedTool } from './archive-reader';
import { ArchiveRefused } from './transfer.errors';

interface NamedFiles {
  folder: string;
  files: ToolFileTexts;
}

/** Tools as zip files: what is published goes out, what comes in becomes drafts. */
@Injectable()
export class Transfer {
  constructor(
    private readonly catalog: ToolCatalog,
    private readonly workshop: WorkshopService,
    private readonly drafts: Drafts,
    private readonly versions: VersionsService,
    private readonly database: Database,
    private readonly audit: AuditService,
  ) {}

  /** All published tools whose files can be read as text. */
  async listPublished(): Promise<NamedFiles[]> {
    const tools = (await this.catalog.listAll()).filter(hasOwnId);
    const folders = await Promise.all(tools.map((tool) => this.filesOf(tool.directory)));
    return folders.filter((folder) => folder !== null);
  }

  /** What is published of a tool, or its draft when nothing is yet. */
  async getOne(id: string): Promise<NamedFiles> {
    const { folder, standing } = await this.workshop.getKnown(id);
    if (folder === null) {
      if (!standing.draft) throw new CustomToolNotFound(id);
      const { files } = await this.versions.getByNumber(id, standing.draft.number);
      return { folder: id, files };
    }
    const files = await this.filesOf(folder.directory);
    if (files) return files;
    throw new CustomToolRefused(
      folder.defect?.text ?? { en: `${id} cannot be read`, 'zh-CN': `无法读取 ${id}` },
    );
  }

  /** All or nothing: every id is checked first, and the versions are written in one transaction. */
  async import(caller: Caller, bytes: Buffer): Promise<ImportResult> {
    const tools = identified(await readArchive(bytes));
    const known = new Set<string>();
    for (const { id } of tools) {
      await this.drafts.requireId(id);
      const found = await this.workshop.findKnown(id);
      if (found?.folder || found?.standing.draft) known.add(id);
    }
    return this.database.inTransaction(async () => {
      const imported: ImportResult['imported'] = [];
      for (const { id, files } of tools) {
        const draft = { files, source: 'import', base: null } as const;
        const { version, isNew } = await this.versions.saveDraft(caller, id, draft);
        const { number, hash } = version;
        imported.push({ id, number, isNew: !known.has(id) });
        if (!isNew) continue;
        const facts = { number, hash };
        await this.audit.record(caller, { action: 'custom_tool.import', subject: id, facts });
      }
      return { imported };
    });
  }

  private async filesOf(directory: string): Promise<NamedFiles | null> {
    const folder = await this.catalog.findFolder(directory);
    const files = folder && textsOf(folder);
    return files && { folder: directory, files };
  }
}

/** Sorted, so that two imports at once never wait for each other. */
function identified(archived: ArchivedTool[]): { id: string; files: ToolFileTexts }[] {
  const tools = archived.filter(isTool).map(({ folder, files }) => ({
    id: idIn(files) ?? folder,
    files,
  }));
  if (tools.length === 0) {
    throw new ArchiveRefused({ en: 'it holds no tool', 'zh-CN': '其中没有工具' });
  }
  const seen = new Set<string>();
  for (const { id } of tools) {
    const problem = idProblem(id);
    if (problem) throw new ArchiveRefused(problem);
    const key = id.toLowerCase();
    if (seen.has(key)) {
      throw new ArchiveRefused({
        en: `two folders hold the tool ${id}`,
        'zh-CN': `两个文件夹都包含工具 ${id}`,
      });
    }
    seen.add(key);
  }
  return tools.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** A lone meta.json may belong to anything. */
const isTool = ({ files }: ArchivedTool): boolean =>
  files['definition.json'] !== undefined || files['execution.py'] !== undefined;

function idIn(files: ToolFileTexts): string | null {
  try {
    const definition = readJson((files['definition.json'] ?? '').replace(/^\ufeff/, ''));
    const id = isJsonObject(definition) ? definition.get('id') : null;
    return typeof id === 'string' && id !== '' ? id : null;
  } catch (thrown) {
    if (thrown instanceof JsonFault) return null;
    throw thrown;
  }
}
