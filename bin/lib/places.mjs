import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout this command belongs to, whatever folder it was called from. */
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

export const inRoot = (...parts) => path.join(ROOT, ...parts);

/** The Node the product is made for comes with the dependencies; where it has no build, the one at hand serves. */
export function node() {
  const own = inRoot('node_modules/.bin/node');
  return existsSync(own) ? own : process.execPath;
}

/** Settings may also stand in .env; what the shell says wins. */
export function readDotEnv() {
  const file = inRoot('.env');
  if (existsSync(file)) process.loadEnvFile(file);
}

export const dataDir = () => path.resolve(ROOT, process.env.DATA_DIR || './data');
