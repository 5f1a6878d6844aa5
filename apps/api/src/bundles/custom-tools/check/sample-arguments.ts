import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../json-text';

/** Harmless values of the declared kinds, so that a script can be looked at before anybody calls it. */
export const sampleArguments = (properties: JsonObject): JsonObject =>
  new Map([...properties].map(([name, schema]) => [name, sampleOf(schema)]));

const BY_TYPE: Record<string, JsonValue> = {
  string: 'text',
  number: new JsonNumber('1'),
  integer: new JsonNumber('1'),
  boolean: true,
  array: [],
  object: new Map(),
};

function sampleOf(schema: JsonValue): JsonValue {
  if (!isJsonObject(schema)) return null;
  for (const key of ['default', 'const']) {
    const value = schema.get(key);
    if (value !== undefined) return value;
  }
  for (const key of ['examples', 'enum']) {
    const values = schema.get(key);
    if (Array.isArray(values) && values[0] !== undefined) return values[0];
  }
  const type = [schema.get('type') ?? 'string'].flat()[0];
  return typeof type === 'string' && Object.hasOwn(BY_TYPE, type) ? (BY_TYPE[type] ?? null) : null;
}
