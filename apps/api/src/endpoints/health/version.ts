import { readFileSync } from 'node:fs';
import path from 'node:path';

const FILE = path.resolve(__dirname, '../../../package.json');

/** The product's version, as its package says. */
export const version: string = (JSON.parse(readFileSync(FILE, 'utf8')) as { version: string })
  .version;
