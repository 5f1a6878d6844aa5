import type { Request } from 'express';
import { isJsonObject, readJson, writeJson } from '../json-text';

/** `arguments` of a body, read from its own text so that long numbers keep their digits. */
export function argumentsTextOf(
  { rawBody }: Request & { rawBody?: Buffer },
  parsed: Record<string, unknown>,
): string {
  if (rawBody === undefined) return JSON.stringify(parsed);
  const raw = readJson(rawBody.toString('utf8').replace(/^\ufeff/, ''));
  const given = isJsonObject(raw) ? (raw.get('arguments') ?? null) : null;
  return given === null ? JSON.stringify(parsed) : writeJson(given);
}
