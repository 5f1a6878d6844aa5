import { readdirSync, readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import path from 'node:path';

export const ROOT = path.resolve(__dirname, '../..');

export interface SourceFile {
  /** From the repository's root, with slashes. */
  path: string;
  text: string;
}

/** Every file below a folder whose name fits, sorted. */
export function filesBelow(folder: string, name: RegExp): SourceFile[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, file))
    .filter((file) => name.test(file))
    .sort()
    .map((file) => ({ path: file, text: readFileSync(path.join(ROOT, file), 'utf8') }));
}

/** Text files that are part of the repository, whether committed yet or not. */
export function repositoryFiles(): SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT });
  return listed
    .toString()
    .split('\n')
    .filter((file) => file !== '')
    .flatMap((file) => readOrNone(file));
}

/** Git still lists what was deleted a moment ago; pictures hold no words. */
function readOrNone(file: string): SourceFile[] {
  try {
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    return text.includes('\0') ? [] : [{ path: file, text }];
  } catch {
    return [];
  }
}

export const foldersIn = (folder: string): string[] =>
  readdirSync(path.join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
