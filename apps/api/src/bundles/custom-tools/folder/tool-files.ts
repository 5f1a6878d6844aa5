import { createHash } from 'node:crypto';
import type { CustomToolFileName } from '@/contract/tools';

export const FILE_NAMES = [
  'definition.json',
  'execution.py',
  'return.json',
  'meta.json',
  'tests.json',
] as const satisfies readonly CustomToolFileName[];

/** Bytes a file may have. */
export const SIZE_LIMITS: Record<CustomToolFileName, number> = {
  'definition.json': 256 * 1024,
  'execution.py': 1024 * 1024,
  'return.json': 256 * 1024,
  'meta.json': 256 * 1024,
  'tests.json': 1024 * 1024,
};

export type FileProblem = 'too_large' | 'not_utf8' | 'unreadable';

/** One of the five files as it lies on the disk; text without the byte order mark. */
export interface ToolFile {
  text: string | null;
  problem: FileProblem | null;
  hash: string;
}

/** A directory below the root, read as a whole. */
export interface ToolFolder {
  directory: string;
  files: Partial<Record<CustomToolFileName, ToolFile>>;
  /** Over the five files; changes when any of them does. */
  hash: string;
}

export const hashOf = (content: Uint8Array | string): string =>
  createHash('sha256').update(content).digest('hex');

export function folderHash(files: ToolFolder['files']): string {
  return hashOf(FILE_NAMES.map((name) => `${name}:${files[name]?.hash ?? ''}`).join('\n'));
}

/** A byte order mark is tolerated, other bytes that are not UTF-8 are not. */
export function readBytes(name: CustomToolFileName, bytes: Uint8Array): ToolFile {
  const hash = hashOf(bytes);
  if (bytes.byteLength > SIZE_LIMITS[name]) return { text: null, problem: 'too_large', hash };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), problem: null, hash };
  } catch {
    return { text: null, problem: 'not_utf8', hash };
  }
}
