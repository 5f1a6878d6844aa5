import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { CustomToolFileName } from '@/contract/tools';

export type JsonFileName = Exclude<CustomToolFileName, 'execution.py'>;

const FOLDER = path.join('static', 'schemas');
const checks = new Map<JsonFileName, ValidateFunction>();
let compiler: Ajv2020 | null = null;

export const schemaFileOf = (file: JsonFileName): string => file.replace('.json', '.schema.json');

/** The check that editors elsewhere make, too; compiled at the first use, so that start-up does not pay for it. */
export function schemaCheckOf(file: JsonFileName): ValidateFunction {
  const known = checks.get(file);
  if (known) return known;
  if (!compiler) {
    compiler = new Ajv2020({ strict: false, allErrors: true, verbose: true, logger: false });
    addFormats.default(compiler);
  }
  const text = readFileSync(path.join(findFolder(__dirname), schemaFileOf(file)), 'utf8');
  const check = compiler.compile(JSON.parse(text) as object);
  checks.set(file, check);
  return check;
}

/** The repository's folder, seen from the sources as well as from the build. */
function findFolder(from: string): string {
  let place = from;
  while (!existsSync(path.join(place, FOLDER)) && place !== path.dirname(place)) {
    place = path.dirname(place);
  }
  return path.join(place, FOLDER);
}
