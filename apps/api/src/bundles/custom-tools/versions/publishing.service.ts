import { Injectable } from '@nestjs/common';
import type { ToolFileTexts, VersionSource } from '@/contract/workshop';
import { Clock } from '@/foundation/clock/clock';
import type { Caller } from '@/foundation/http/caller';
import { AuditService } from '@/people/audit/audit.service';
import type { CustomTool } from '../folder/custom-tool';
import { ToolCatalog } from '../folder/tool-catalog.service';
import type { ToolFolder } from '../folder/tool-files';
import { ToolFolderRepository, type FileChanges } from '../folder/tool-folder.repository';
import { DiskLook, hasOwnId } from './disk-look.service';
import { textsOf } from './version-files';
import { VersionsRepository, type VersionHead } from './versions.repository';
import { VersionsService } from './versions.service';

/** One write to a folder: the changes, and the folder as it will be. */
export interface Publication {
  toolId: string;
  next: ToolFolder;
  changes: FileChanges;
  source: VersionSource;
  note?: string;
  action: 'create' | 'update' | 'publish';
}

/**
 * The only way into the folders. Version, folder and ledger change together: the write happens inside the transaction,
 * so a write that fails leaves no version, and a crash after it is healed by the next look at the disk.
 */
@Injectable()
export class Publishing {
  constructor(
    private readonly catalog: ToolCatalog,
    private readonly folders: ToolFolderRepository,
    private readonly versions: VersionsService,
    private readonly repository: VersionsRepository,
    private readonly look: DiskLook,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** Callers hold the id lock. Answers with the number; null when a file of the folder cannot be kept as text. */
  publish(caller: Caller, publication: Publication): Promise<number | null> {
    const { toolId, next, changes, action } = publication;
    const { directory, hash } = next;
    return this.versions.exclusively(toolId, async () => {
      await this.look.book({ id: toolId, directory });
      const files = textsOf(next);
      const version = files && (await this.versionFor(caller, publication, files));
      await this.folders.write(directory, changes);
      if (version) await this.repository.markPublished(version.id, this.clock.now());
      const number = version?.number ?? null;
      const facts = { directory, hash, number };
      await this.audit.record(caller, { action: `custom_tool.${action}`, subject: toolId, facts });
      return number;
    });
  }

  /** The folder goes, the versions stay. What has no id of its own has no versions either. */
  async remove(caller: Caller, toolId: string, tool: CustomTool | null): Promise<void> {
    if (tool && !hasOwnId(tool)) return this.removeFolder(caller, tool.directory, tool);
    await this.versions.exclusively(toolId, async () => {
      if (tool) await this.look.book(tool);
      await this.repository.markRemoved(toolId, this.clock.now());
      await this.removeFolder(caller, toolId, tool);
    });
  }

  private async removeFolder(caller: Caller, subject: string, tool: CustomTool | null) {
    if (tool) await this.folders.remove(tool.directory);
    const facts = tool ? { directory: tool.directory, hash: tool.hash } : {};
    await this.audit.record(caller, { action: 'custom_tool.delete', subject, facts });
  }

  /** Files that lie in the folder already, or are the newest saved ones, need no new number. */
  private async versionFor(
    caller: Caller,
    { toolId, next, source, note }: Publication,
    files: ToolFileTexts,
  ): Promise<VersionHead> {
    const lying = await this.catalog.findFolder(next.directory);
    const last = await this.repository.findLastPublished(toolId);
    if (last?.hash === next.hash && lying?.hash === next.hash) return last;
    const newest = await this.repository.findNewest(toolId);
    if (newest?.hash === next.hash) return newest;
    return this.versions.add(caller, toolId, { files, source, ...(note && { note }) });
  }
}
