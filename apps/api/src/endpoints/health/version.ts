import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The nearest package description above this file: the build lies one folder deeper than the source. */
function nearestPackage(folder: string): string {
  const file = path.join(folder, 'package.json');
  return existsSync(file) ? file : nearestPackage(path.dirname(folder));
}

/** The product's version, as its package says. */
export const version: string = (
  JSON.parse(readFileSync(nearestPackage(__dirname), 'utf8')) as { version: string }
).version;
