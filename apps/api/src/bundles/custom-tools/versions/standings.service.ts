import { Injectable } from '@nestjs/common';
import type { CustomTool } from '../folder/custom-tool';
import { hasOwnId } from './disk-look.service';
import { VersionsRepository, type VersionHead } from './versions.repository';
import { isDraft } from './versions.service';

/** What of a tool lies in its folder, and what was saved since. */
export interface Standing {
  published: VersionHead | null;
  draft: VersionHead | null;
}

/** Compares the versions with the folders. Callers look at the disk first. */
@Injectable()
export class Standings {
  constructor(private readonly versions: VersionsRepository) {}

  async find(toolId: string, folder: CustomTool | null): Promise<Standing> {
    const [last, newest] = await Promise.all([
      this.versions.findLastPublished(toolId),
      this.versions.findNewest(toolId),
    ]);
    return standingOf(folder, last, newest);
  }

  /** Of all tools that have a version, those without a folder included. */
  async listAll(folders: readonly CustomTool[]): Promise<Map<string, Standing>> {
    const [published, newest] = await Promise.all([
      this.versions.listLastPublished(),
      this.versions.listNewest(),
    ]);
    const folderOf = byId(folders.filter(hasOwnId), ({ id }) => id);
    const lastOf = byId(published, ({ toolId }) => toolId);
    return new Map(
      newest.map((head) => [
        head.toolId,
        standingOf(folderOf.get(head.toolId) ?? null, lastOf.get(head.toolId) ?? null, head),
      ]),
    );
  }
}

function standingOf(
  folder: CustomTool | null,
  last: VersionHead | null,
  newest: VersionHead | null,
): Standing {
  return {
    published: folder !== null && last?.hash === folder.hash ? last : null,
    draft: newest && isDraft(newest) ? newest : null,
  };
}

const byId = <Item>(items: readonly Item[], idOf: (item: Item) => string): Map<string, Item> =>
  new Map(items.map((item) => [idOf(item), item]));
