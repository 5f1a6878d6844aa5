import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from './places.mjs';

/** One hash over the names and contents of files and folders, given relative to the checkout. */
export function fingerprint(parts, { without = () => false } = {}) {
  const hash = createHash('sha256');
  for (const file of parts.flatMap(filesBelow).filter((each) => !without(each))) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(inRoot(file)))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesBelow(part) {
  const at = inRoot(part);
  if (!existsSync(at)) return [];
  if (statSync(at).isFile()) return [part];
  return readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(inRoot(), path.join(entry.parentPath ?? entry.path, entry.name)))
    .filter((file) => !file.split(path.sep).includes('node_modules'))
    .sort();
}
