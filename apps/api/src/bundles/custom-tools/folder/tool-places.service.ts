import { Injectable } from '@nestjs/common';
import type { CustomToolFileName } from '@/contract/tools';
import { AppConfig } from '@/foundation/config/config';
import {
  CustomToolIdRefused,
  CustomToolIdTaken,
  CustomToolRefused,
  CustomToolsDisabled,
} from '../custom-tools.errors';
import type { CustomTool, Defect } from './custom-tool';
import { readTool } from './read-tool';
import { ToolCatalog } from './tool-catalog.service';
import { folderHash, readBytes, type ToolFolder } from './tool-files';
import type { FileChanges } from './tool-folder.repository';

/** A folder as it would be after a write, and the tool it would hold. */
export interface NextFolder {
  folder: ToolFolder;
  tool: CustomTool;
}

/** Where a tool may be written, and whether what would lie there is sound. Writes nothing itself. */
@Injectable()
export class ToolPlaces {
  constructor(
    private readonly catalog: ToolCatalog,
    private readonly config: AppConfig,
  ) {}

  /** The folder that holds the id; a new id must differ from all others by more than its case. */
  async findForWriting(id: string): Promise<CustomTool | null> {
    if (!this.config.customTools.enabled) throw new CustomToolsDisabled();
    const stored = await this.catalog.findTool(id);
    if (stored?.id === id) return stored;
    const tools = await this.catalog.listAll();
    const key = id.toLowerCase();
    const other = tools.find(
      (tool) => tool.id.toLowerCase() === key || tool.directory.toLowerCase() === key,
    );
    if (other && !(other.directory === id && other.definition === null)) {
      throw new CustomToolIdTaken(id, other.directory);
    }
    return other ?? null;
  }

  /** Reads the folder as it would be, without writing it. Warnings pass, what would hide the tool does not. */
  async requireSound(directory: string, changes: FileChanges): Promise<NextFolder> {
    const stored = await this.catalog.findFolder(directory);
    const folder = folderAfter(directory, stored, changes);
    const tool = readTool(folder, this.config.customTools.maxTimeoutSeconds);
    const { defect, id } = tool;
    if (defect && !isOlder(defect, changes)) {
      throw defect.kind === 'id'
        ? new CustomToolIdRefused(defect.text)
        : new CustomToolRefused(defect.text);
    }
    if ('definition.json' in changes) await this.requireFree(id, directory);
    return { folder, tool };
  }

  private async requireFree(id: string, directory: string): Promise<void> {
    const key = id.toLowerCase();
    const others = await this.catalog.listValid();
    const owner = others.find(
      (tool) => tool.directory !== directory && tool.id.toLowerCase() === key,
    );
    if (owner) throw new CustomToolIdTaken(id, owner.directory);
  }
}

function folderAfter(
  directory: string,
  stored: ToolFolder | null,
  changes: FileChanges,
): ToolFolder {
  const files: ToolFolder['files'] = { ...stored?.files };
  for (const name of Object.keys(changes) as CustomToolFileName[]) {
    const content = changes[name];
    if (content === null || content === undefined) delete files[name];
    else files[name] = readBytes(name, Buffer.from(content, 'utf8'));
  }
  return { directory, files, hash: folderHash(files) };
}

/** A folder that is incomplete, or broken in one file, may still be repaired in another. */
function isOlder({ kind, text }: Defect, changes: FileChanges): boolean {
  if (kind === 'incomplete') return true;
  return (
    !('definition.json' in changes) &&
    !Object.keys(changes).some((name) => text.en.startsWith(name))
  );
}
