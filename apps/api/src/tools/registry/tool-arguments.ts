import { jsonrepair } from 'jsonrepair';
import { InvalidArguments } from './registry.errors';

/**
 * JSON text of an argument object, repaired if it must be.
 * Models send nothing, `null` or `"{}"` for a tool without parameters (fault 10): all of them mean `{}`.
 * JSON.parse goes first because the repair breaks some valid texts (trap X1 of the shelf).
 */
export function argumentsJson(text: string | null | undefined): string {
  const trimmed = text?.trim() ?? '';
  if (trimmed === '' || trimmed === 'null') return '{}';
  const json = isJson(trimmed) ? trimmed : repaired(trimmed);
  const value: unknown = JSON.parse(json);
  // Some models encode the object twice; what is inside must then be JSON as it stands.
  if (typeof value === 'string' && isJson(value)) return argumentsJson(value);
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new InvalidArguments('arguments', 'must be an object');
  }
  return json;
}

export const parseArguments = (text: string | null | undefined): Record<string, unknown> =>
  JSON.parse(argumentsJson(text)) as Record<string, unknown>;

/** The same reading for who only looks at them: null for what cannot be read, and the tool will say so itself. */
export function findArguments(text: string): Record<string, unknown> | null {
  try {
    return parseArguments(text);
  } catch (thrown) {
    if (thrown instanceof InvalidArguments) return null;
    throw thrown;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function repaired(text: string): string {
  try {
    return jsonrepair(text);
  } catch {
    throw new InvalidArguments('arguments', 'is not JSON');
  }
}
