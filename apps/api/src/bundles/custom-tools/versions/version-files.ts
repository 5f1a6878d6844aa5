import type { CustomToolFileName } from '@/contract/tools';
import type { ToolFileTexts } from '@/contract/workshop';
import { CustomToolRefused } from '../custom-tools.errors';
import {
  FILE_NAMES,
  folderHash,
  hashOf,
  readBytes,
  SIZE_LIMITS,
  type ToolFile,
  type ToolFolder,
} from '../folder/tool-files';
import type { FileChanges } from '../folder/tool-folder.repository';

/** What a folder would be if it held exactly these texts. */
export function folderOf(directory: string, texts: ToolFileTexts): ToolFolder {
  const files: ToolFolder['files'] = {};
  for (const name of FILE_NAMES) {
    const text = texts[name];
    if (text !== undefined) files[name] = readBytes(name, Buffer.from(text, 'utf8'));
  }
  return { directory, files, hash: folderHash(files) };
}

/** The other way round, byte for byte; null when a file cannot be kept as text. */
export function textsOf({ files }: Pick<ToolFolder, 'files'>): ToolFileTexts | null {
  const texts: ToolFileTexts = {};
  for (const name of FILE_NAMES) {
    const file = files[name];
    if (file === undefined) continue;
    if (file.text === null) return null;
    texts[name] = withByteOrderMark(file as ToolFile & { text: string });
  }
  return texts;
}

/** Reading takes the mark away, but the hash counts it. */
const withByteOrderMark = ({ text, hash }: ToolFile & { text: string }): string =>
  hashOf(text) === hash ? text : `\ufeff${text}`;

/** Every file is named: those that are absent from the texts go from the folder. */
export const changesTo = (texts: ToolFileTexts): FileChanges =>
  Object.fromEntries(FILE_NAMES.map((name) => [name, texts[name] ?? null]));

/** Broken files may be kept, oversized ones may not; half a surrogate pair cannot be written to a disk. */
export function keptTexts(given: ToolFileTexts): ToolFileTexts {
  const texts: ToolFileTexts = {};
  for (const name of FILE_NAMES) {
    const text = given[name]?.toWellFormed();
    if (text === undefined) continue;
    requireSize(name, text);
    texts[name] = text;
  }
  return texts;
}

function requireSize(name: CustomToolFileName, text: string): void {
  if (Buffer.byteLength(text, 'utf8') <= SIZE_LIMITS[name]) return;
  const limit = SIZE_LIMITS[name] / 1024;
  throw new CustomToolRefused({
    en: `${name} is larger than ${limit} KiB`,
    'zh-CN': `${name} 超过 ${limit} KiB`,
  });
}
