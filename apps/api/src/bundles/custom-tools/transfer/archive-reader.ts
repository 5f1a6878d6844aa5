import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import type { ToolFileTexts } from '@/contract/workshop';
import { isDomainError } from '@/foundation/errors/domain-error';
import { SIZE_LIMITS } from '../folder/tool-files';
import { checkPath, refused, sameName, toolPathOf, type ToolPath } from './entry-path';
import { ArchiveRefused, ArchiveTooLarge } from './transfer.errors';

export const MOST_ENTRIES = 2000;
/** Bytes all entries together may say they unpack to, those that are left out included. */
export const MOST_UNPACKED = 64 * 1024 * 1024;

const FILE_TYPE = 0o170000;
const REGULAR = 0o100000;
const DIRECTORY = 0o040000;

export interface ArchivedTool {
  /** Its own name, empty for files at the top of the archive. */
  folder: string;
  files: ToolFileTexts;
}

type ToolEntry = ToolPath & { entry: Entry };

/**
 * Reads tools out of a zip file in memory; nothing is ever written to a disk here. The whole directory of the archive
 * is judged before the first byte is unpacked, and one bad entry refuses all of it (S-37).
 */
export async function readArchive(bytes: Buffer): Promise<ArchivedTool[]> {
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true });
    const tools = new Map<string, ArchivedTool>();
    for (const { entry, place, folder, name } of await listEntries(zip)) {
      const tool = tools.get(place) ?? { folder, files: {} };
      tool.files[name] = await readText(zip, entry);
      tools.set(place, tool);
    }
    return [...tools.values()];
  } catch (thrown) {
    throw isDomainError(thrown) ? thrown : broken(thrown);
  }
}

/** All that the library throws is about the bytes it was given. */
function broken(thrown: unknown): ArchiveRefused {
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  return new ArchiveRefused({
    en: `it is not a sound zip file (${reason})`,
    'zh-CN': `不是有效的 zip 文件（${reason}）`,
  });
}

async function listEntries(zip: ZipFile): Promise<ToolEntry[]> {
  if (zip.entryCount > MOST_ENTRIES) {
    throw new ArchiveTooLarge({ en: `${MOST_ENTRIES} entries`, 'zh-CN': `${MOST_ENTRIES} 个条目` });
  }
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  const unpacked = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (unpacked > MOST_UNPACKED) {
    const limit = `${MOST_UNPACKED / 1024 / 1024} MiB`;
    throw new ArchiveTooLarge({ en: `${limit} unpacked`, 'zh-CN': `解压后 ${limit}` });
  }
  for (const { fileName } of entries) checkPath(fileName);
  for (const entry of entries) checkType(entry);
  checkNames(entries.map(({ fileName }) => fileName));
  return entries.flatMap((entry) => {
    const path = toolPathOf(entry.fileName);
    return path === null ? [] : [{ ...path, entry }];
  });
}

/** Links, devices and pipes are refused; permissions, set-user-id among them, are never applied to anything. */
function checkType({ fileName, externalFileAttributes }: Entry): void {
  const type = (externalFileAttributes >>> 16) & FILE_TYPE;
  const isDirectory = fileName.endsWith('/');
  if (type === 0 || type === (isDirectory ? DIRECTORY : REGULAR)) return;
  throw refused('it is not a plain file', '不是普通文件', JSON.stringify(fileName));
}

/** No two entries for one place, whatever the disk thinks of case, and no file where another needs a folder. */
function checkNames(names: readonly string[]): void {
  const files = new Set<string>();
  const spellings = new Map<string, string>();
  for (const name of names) {
    const folders = foldersAbove(name);
    for (const folder of folders) {
      const known = spellings.get(sameName(folder)) ?? folder;
      if (known !== folder) throw twice(folder, known);
      spellings.set(sameName(folder), folder);
    }
    if (name.endsWith('/')) continue;
    if (files.has(sameName(name))) throw twice(name, name);
    files.add(sameName(name));
  }
  for (const [key, folder] of spellings) if (files.has(key)) throw twice(folder, folder);
}

function foldersAbove(path: string): string[] {
  const segments = path.split('/').slice(0, -1);
  return segments.map((_, index) => segments.slice(0, index + 1).join('/'));
}

const twice = (one: string, other: string): ArchiveRefused => {
  const shown = JSON.stringify(one);
  return one === other
    ? refused('it is there twice', '重复出现', shown)
    : refused(`it differs from ${other} only by case`, `与 ${other} 仅大小写不同`, shown);
};

async function readText(zip: ZipFile, entry: Entry): Promise<string> {
  const shown = JSON.stringify(entry.fileName);
  const limit = SIZE_LIMITS[toolPathOf(entry.fileName)?.name ?? 'execution.py'];
  if (entry.uncompressedSize > limit) {
    throw refused(`larger than ${limit / 1024} KiB`, `超过 ${limit / 1024} KiB`, shown);
  }
  if (!entry.canDecodeFileData()) {
    throw refused('it is encrypted or packed in an unknown way', '已加密或压缩方式未知', shown);
  }
  const bytes = await collect(await zip.openReadStreamPromise(entry));
  if (crc32(bytes) !== entry.crc32) throw refused('it is damaged', '内容已损坏', shown);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw refused('it is not UTF-8', '不是 UTF-8 编码', shown);
  }
}

/** Never more than the entry said: the stream fails as soon as it unpacks to more. */
async function collect(stream: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}
