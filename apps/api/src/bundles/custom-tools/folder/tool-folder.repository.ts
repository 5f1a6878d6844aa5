import { randomBytes } from 'node:crypto';
import {
  lstatSync,
  promises as fs,
  readdirSync,
  realpathSync,
  statSync,
  type BigIntStats,
  type Dirent,
} from 'node:fs';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import type { CustomToolFileName } from '@/contract/tools';
import { AppConfig } from '@/foundation/config/config';
import { Log } from '@/foundation/logging/log';
import {
  FILE_NAMES,
  folderHash,
  hashOf,
  readBytes,
  SIZE_LIMITS,
  type ToolFile,
  type ToolFolder,
} from './tool-files';

const STAGING = '.staging';

/** What to write; null removes the file, what is not named stays. */
export type FileChanges = Partial<Record<CustomToolFileName, string | null>>;

interface Remembered {
  signature: string;
  folder: ToolFolder;
}

/**
 * Tool folders on the disk. Nothing here ever leaves the root: names come from listing it, links that point outside
 * are not followed (S-35, S-37), and a write makes a whole new folder that takes the old one's place.
 */
@Injectable()
export class ToolFolderRepository {
  private readonly root: string;
  private readonly remembered = new Map<string, Remembered>();
  private swaps: Promise<unknown> = Promise.resolve();

  constructor(
    config: AppConfig,
    private readonly log: Log,
  ) {
    this.root = config.customTools.directory;
  }

  /** All folders in ascending order of their names; files are read again only when they changed. */
  async listFolders(): Promise<ToolFolder[]> {
    await this.swaps;
    const names = this.directoryNames();
    for (const known of this.remembered.keys()) {
      if (!names.includes(known)) this.remembered.delete(known);
    }
    const folders = await Promise.all(names.map((name) => this.readFolder(name)));
    return folders.filter((folder) => folder !== null);
  }

  forget(): void {
    this.remembered.clear();
  }

  /** Makes the folder when there is none. Other files in it stay. */
  async write(directory: string, changes: FileChanges): Promise<void> {
    await this.swap(directory, async (old, next) => {
      const exists = await isDirectory(old);
      if (exists) await fs.cp(old, next, { recursive: true, verbatimSymlinks: true });
      else await fs.mkdir(next);
      for (const [name, content] of Object.entries(changes)) {
        const file = path.join(next, name);
        // Never through a link: what stands there goes first.
        await fs.rm(file, { force: true, recursive: true });
        if (content !== null) await fs.writeFile(file, content, { encoding: 'utf8', flag: 'wx' });
      }
      return true;
    });
  }

  async remove(directory: string): Promise<void> {
    await this.swap(directory, () => Promise.resolve(false));
  }

  /** Creates the root, and puts back what a killed server left between two renames. */
  async recover(): Promise<void> {
    await fs.mkdir(this.root, { recursive: true });
    const staging = path.join(this.root, STAGING);
    for (const name of await fs.readdir(staging).catch(() => [])) {
      const place = path.join(staging, name);
      const directory = await fs.readFile(path.join(place, 'directory'), 'utf8').catch(() => null);
      const hasOld = await isDirectory(path.join(place, 'old'));
      const isRemoval = !(await isDirectory(path.join(place, 'next')));
      if (directory !== null && hasOld && !isRemoval && !(await exists(this.resolve(directory)))) {
        await fs.rename(path.join(place, 'old'), this.resolve(directory));
      }
    }
    await fs.rm(staging, { recursive: true, force: true });
  }

  /** `fill` makes the new folder and says whether there is one. Old and new change places by rename. */
  private async swap(
    directory: string,
    fill: (old: string, next: string) => Promise<boolean>,
  ): Promise<void> {
    const target = this.resolve(directory);
    const place = path.join(this.root, STAGING, randomBytes(8).toString('hex'));
    const [old, next] = [path.join(place, 'old'), path.join(place, 'next')];
    const work = async () => {
      await fs.mkdir(place, { recursive: true });
      try {
        const hasNext = await fill(target, next);
        await fs.writeFile(path.join(place, 'directory'), directory);
        const hadOld = await exists(target);
        if (hadOld) await fs.rename(target, old);
        if (hasNext) await fs.rename(next, target);
      } finally {
        this.remembered.delete(directory);
        await fs.rm(place, { recursive: true, force: true });
      }
    };
    const result = this.swaps.then(work);
    this.swaps = result.catch(() => undefined);
    await result;
  }

  /** One path segment, directly below the root; callers only pass listed names and checked ids. */
  private resolve(directory: string): string {
    return path.join(this.root, path.basename(directory));
  }

  /**
   * Every call of a tool looks at all of them. Done at once this costs microseconds a file; through the thread pool it
   * was seventy, and most of what a call waited for.
   */
  private directoryNames(): string[] {
    try {
      return readdirSync(this.root, { withFileTypes: true })
        .filter((entry) => this.isToolDirectory(entry))
        .map(({ name }) => name)
        .sort((a, b) => (a < b ? -1 : 1));
    } catch (thrown) {
      this.log.error(thrown, 'listing the custom tools');
      return [];
    }
  }

  private isToolDirectory(entry: Dirent): boolean {
    if (entry.name.startsWith('.')) return false;
    if (!entry.isSymbolicLink()) return entry.isDirectory();
    const link = path.join(this.root, entry.name);
    return this.staysInside(link) && (stateOf(statSync, link)?.isDirectory() ?? false);
  }

  private staysInside(link: string): boolean {
    try {
      return realpathSync(link).startsWith(realpathSync(this.root) + path.sep);
    } catch {
      return false;
    }
  }

  private async readFolder(directory: string): Promise<ToolFolder | null> {
    const place = this.resolve(directory);
    const states = FILE_NAMES.map((name) => this.fileState(path.join(place, name)));
    const signature = states.map(signatureOf).join('|');
    const known = this.remembered.get(directory);
    if (known?.signature === signature) return known.folder;
    const files: ToolFolder['files'] = {};
    for (const [index, name] of FILE_NAMES.entries()) {
      const state = states[index];
      if (state) files[name] = await readToolFile(path.join(place, name), name, state);
    }
    const folder = { directory, files, hash: folderHash(files) };
    this.remembered.set(directory, { signature, folder });
    return folder;
  }

  /** Null for what is no file of this folder: absent, a directory, a device, a link to somewhere else. */
  private fileState(file: string): BigIntStats | null {
    const state = stateOf(lstatSync, file);
    if (state === null || state.isFile()) return state;
    if (!state.isSymbolicLink() || !this.staysInside(file)) return null;
    const target = stateOf(statSync, file);
    return target?.isFile() ? target : null;
  }
}

/** Null when nothing is there, or nothing that can be looked at. */
function stateOf(look: typeof statSync, place: string): BigIntStats | null {
  try {
    return look(place, { bigint: true, throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

const signatureOf = (state: BigIntStats | null): string =>
  state === null ? '-' : `${state.ino}:${state.size}:${state.mtimeNs}:${state.ctimeNs}`;

async function readToolFile(
  file: string,
  name: CustomToolFileName,
  state: BigIntStats,
): Promise<ToolFile> {
  if (state.size > SIZE_LIMITS[name]) {
    return { text: null, problem: 'too_large', hash: hashOf(signatureOf(state)) };
  }
  try {
    return readBytes(name, await fs.readFile(file));
  } catch {
    return { text: null, problem: 'unreadable', hash: hashOf(signatureOf(state)) };
  }
}

const exists = (place: string): Promise<boolean> =>
  fs.lstat(place).then(
    () => true,
    () => false,
  );

const isDirectory = (place: string): Promise<boolean> =>
  fs.stat(place).then(
    (state) => state.isDirectory(),
    () => false,
  );
