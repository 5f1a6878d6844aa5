import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Clock } from '@/foundation/clock/clock';
import { Log } from '@/foundation/logging/log';
import { AuditService } from '@/people/audit/audit.service';
import type { CustomTool } from '../folder/custom-tool';
import { ToolCatalog } from '../folder/tool-catalog.service';
import { textsOf } from './version-files';
import { VersionsRepository } from './versions.repository';
import { VersionsService } from './versions.service';

/**
 * Sees what somebody changed in the folders by hand and books it as a version without an author. The same look heals
 * what a crash left between folder and database: files that are there already are only marked as published.
 */
@Injectable()
export class DiskLook implements OnApplicationBootstrap, OnApplicationShutdown {
  /** Hash of each tool's folder at the last look: unchanged folders cost no query. */
  private readonly seen = new Map<string, string>();
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly catalog: ToolCatalog,
    private readonly versions: VersionsService,
    private readonly repository: VersionsRepository,
    private readonly audit: AuditService,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.lookLater(await this.catalog.listAll());
    await this.settled();
  }

  onApplicationShutdown(): Promise<void> {
    return this.settled();
  }

  async look(): Promise<void> {
    for (const tool of await this.catalog.listAll()) await this.lookAt(tool);
  }

  /** For those who must not wait, chats above all; one look at a time. */
  lookLater(tools: readonly CustomTool[]): void {
    const changed = tools.filter((tool) => this.isUnseen(tool));
    if (changed.length === 0) return;
    this.running = this.running.then(async () => {
      try {
        for (const tool of changed) await this.lookAt(tool);
      } catch (thrown) {
        this.log.error(thrown, 'looking for changed custom tools');
      }
    });
  }

  settled(): Promise<void> {
    return this.running;
  }

  async lookAt(tool: CustomTool): Promise<void> {
    if (!this.isUnseen(tool)) return;
    const hash = await this.versions.exclusively(tool.id, () => this.book(tool));
    if (hash !== null) this.seen.set(tool.id, hash);
  }

  /**
   * Only inside `exclusively`: what lies in the folder now, not what lay there when somebody began to look. Answers
   * with its hash, null when there is nothing that could be kept.
   */
  async book({ id, directory }: Pick<CustomTool, 'id' | 'directory'>): Promise<string | null> {
    const folder = await this.catalog.findFolder(directory);
    if (!folder) return null;
    const publishedAt = this.clock.now();
    const last = await this.repository.findLastPublished(id);
    const newest = await this.repository.findNewest(id);
    if (last?.hash === folder.hash) {
      if (last.removedAt) await this.repository.markPublished(last.id, publishedAt);
    } else if (newest?.hash === folder.hash) {
      await this.repository.markPublished(newest.id, publishedAt);
    } else {
      const files = textsOf(folder);
      if (!files) return null;
      const { id: rowId, number } = await this.versions.add(null, id, { files, source: 'disk' });
      await this.repository.markPublished(rowId, publishedAt);
      const facts = { directory, hash: folder.hash, number };
      await this.audit.record(null, { action: 'custom_tool.found', subject: id, facts });
    }
    return folder.hash;
  }

  private isUnseen(tool: CustomTool): boolean {
    return hasOwnId(tool) && this.seen.get(tool.id) !== tool.hash;
  }
}

/** What has no id of its own cannot have a history of its own. */
export const hasOwnId = ({ defect }: Pick<CustomTool, 'defect'>): boolean =>
  defect?.kind !== 'id' && defect?.kind !== 'duplicate';
