import { Injectable } from '@nestjs/common';
import type { ToolFileTexts, VersionSource } from '@/contract/workshop';
import { Clock } from '@/foundation/clock/clock';
import { AppConfig } from '@/foundation/config/config';
import { Database } from '@/foundation/database/database';
import { storableText } from '@/foundation/database/storable';
import type { Caller } from '@/foundation/http/caller';
import type { CustomTool } from '../folder/custom-tool';
import { readTool } from '../folder/read-tool';
import type { CustomToolVersion } from './custom-tool-version.entity';
import { folderOf, keptTexts } from './version-files';
import { CustomToolDraftChanged, CustomToolVersionNotFound } from './versions.errors';
import { VersionsRepository, type VersionHead } from './versions.repository';

/** Numbers kept behind the newest one of a tool. */
const KEPT = 200;
const MOST_KNOWN = 500;

export interface VersionDraft {
  files: ToolFileTexts;
  source: VersionSource;
  note?: string;
}

/** What was saved of each tool, numbered from one without gaps. What the folder holds is decided elsewhere. */
@Injectable()
export class VersionsService {
  private readonly numbers = new Map<string, number>();
  private readonly tools = new Map<string, CustomTool>();

  constructor(
    private readonly versions: VersionsRepository,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {}

  findByNumber(toolId: string, number: number): Promise<CustomToolVersion | null> {
    return this.versions.findByNumber(toolId, number);
  }

  async getByNumber(toolId: string, number: number): Promise<CustomToolVersion> {
    const version = await this.versions.findByNumber(toolId, number);
    if (!version) throw new CustomToolVersionNotFound(toolId, number);
    return version;
  }

  /** The newest version with these files. */
  findByHash(toolId: string, hash: string): Promise<VersionHead | null> {
    return this.versions.findByHash(toolId, hash);
  }

  /** The number a call is booked under; asks the database once per set of files. */
  async findNumber({ id, hash }: Pick<CustomTool, 'id' | 'hash'>): Promise<number | null> {
    const key = keyOf(id, hash);
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const found = await this.versions.findByHash(id, hash);
    if (found) remember(this.numbers, key, found.number);
    return found?.number ?? null;
  }

  /** The version read as a tool, good or not; the same object each time, so that its template is read once. */
  async getTool(toolId: string, number: number): Promise<CustomTool> {
    return this.toolOf(await this.getByNumber(toolId, number));
  }

  toolOf({ id, toolId, files }: Pick<CustomToolVersion, 'id' | 'toolId' | 'files'>): CustomTool {
    const known = this.tools.get(id);
    if (known) return known;
    const tool = readTool(folderOf(toolId, files), this.config.customTools.maxTimeoutSeconds);
    remember(this.tools, id, tool);
    return tool;
  }

  /** Newest first; the last number handed back gives the next page. */
  list(toolId: string, before: number | null = null, limit = 50): Promise<VersionHead[]> {
    return this.versions.listBefore(toolId, before, limit);
  }

  /** True for a tool that has no folder yet, or whose newest files are not in it. */
  async hasDraft(toolId: string): Promise<boolean> {
    const newest = await this.versions.findNewest(toolId);
    return newest !== null && isDraft(newest);
  }

  findOtherSpelling(toolId: string): Promise<string | null> {
    return this.versions.findOtherSpelling(toolId);
  }

  async findDraft(toolId: string): Promise<CustomTool | null> {
    const newest = await this.versions.findNewest(toolId);
    if (!newest || !isDraft(newest)) return null;
    return this.tools.get(newest.id) ?? this.getTool(toolId, newest.number);
  }

  /**
   * Saves the whole set of files as the new draft. `base` is the number the edit began with, null for files that come
   * from elsewhere; equal files are the version that exists already, whatever the base.
   */
  saveDraft(
    caller: Caller,
    toolId: string,
    draft: VersionDraft & { base: number | null },
  ): Promise<{ version: CustomToolVersion; isNew: boolean }> {
    return this.exclusively(toolId, async () => {
      const newest = await this.versions.findNewest(toolId);
      const same = await this.sameAs(newest, draft.files);
      if (same) return { version: same, isNew: false };
      requireBase(draft.base, newest);
      return { version: await this.add(caller, toolId, draft), isNew: true };
    });
  }

  /** One after the other per tool, on all servers; what is added inside lives and dies with the work. */
  exclusively<Result>(toolId: string, work: () => Promise<Result>): Promise<Result> {
    return this.database.inTransaction(async () => {
      await this.versions.lock(toolId);
      return work();
    });
  }

  /** Only inside `exclusively`. */
  async add(
    caller: Caller | null,
    toolId: string,
    { files, source, note = '' }: VersionDraft,
  ): Promise<CustomToolVersion> {
    const newest = await this.versions.findNewest(toolId);
    const number = (newest?.number ?? 0) + 1;
    const texts = keptTexts(files);
    const version = await this.versions.insert({
      toolId,
      number,
      files: texts,
      hash: folderOf(toolId, texts).hash,
      source,
      authorId: caller?.userId ?? null,
      authorName: caller?.name ?? null,
      note: storableText(note),
      createdAt: this.clock.now(),
      publishedAt: null,
      removedAt: null,
    });
    await this.versions.prune(toolId, number, KEPT);
    this.numbers.delete(keyOf(toolId, version.hash));
    return version;
  }

  private async sameAs(
    newest: VersionHead | null,
    files: ToolFileTexts,
  ): Promise<CustomToolVersion | null> {
    if (!newest || newest.removedAt !== null) return null;
    const { hash } = folderOf(newest.toolId, keptTexts(files));
    return newest.hash === hash ? this.versions.findByNumber(newest.toolId, newest.number) : null;
  }
}

/** Saved last, never put into the folder, and its tool was not removed since. */
export const isDraft = ({ publishedAt, removedAt }: VersionHead): boolean =>
  publishedAt === null && removedAt === null;

/** A removed tool may begin anew at 0; its old versions stay below the new ones. */
function requireBase(base: number | null, newest: VersionHead | null): void {
  const isNewTool = base === 0 && newest?.removedAt !== null;
  if (base === null || isNewTool || base === (newest?.number ?? 0)) return;
  throw new CustomToolDraftChanged(newest?.number ?? 0, newest?.authorName ?? null);
}

const keyOf = (toolId: string, hash: string): string => `${toolId} ${hash}`;

/** Maps keep the order of arrival: the oldest goes first. */
function remember<Value>(known: Map<string, Value>, key: string, value: Value): void {
  known.set(key, value);
  const [oldest] = known.keys();
  if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest);
}
