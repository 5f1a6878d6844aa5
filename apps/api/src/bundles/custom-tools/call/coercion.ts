import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../json-text';

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const INTEGER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/;

/**
 * Repairs what models get wrong without losing anything (A-051, fault 1): `"1"` for a number, `2.0` for an integer,
 * `"true"` for a boolean. Everything else stays as it is, for the check to refuse.
 */
export function coerce(value: JsonValue, schema: JsonValue): JsonValue {
  if (!isJsonObject(schema)) return value;
  const types = [schema.get('type') ?? []].flat();
  if (Array.isArray(value)) {
    const items = schema.get('items') ?? null;
    return value.map((item) => coerce(item, items));
  }
  if (isJsonObject(value)) return coerceProperties(value, schema);
  if (typeof value === 'string') return types.includes('string') ? value : fromText(value, types);
  return value instanceof JsonNumber && !types.includes('number') ? asInteger(value, types) : value;
}

function coerceProperties(value: JsonObject, schema: JsonObject): JsonObject {
  const properties = schema.get('properties') ?? null;
  if (!isJsonObject(properties)) return value;
  return new Map([...value].map(([key, item]) => [key, coerce(item, properties.get(key) ?? null)]));
}

function fromText(text: string, types: JsonValue[]): JsonValue {
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  if (!NUMBER.test(text)) return text;
  if (types.includes('number')) return new JsonNumber(text);
  if (!types.includes('integer')) return text;
  const number = asInteger(new JsonNumber(text), types);
  return /^-?\d+$/.test(number.text) ? number : text;
}

/** `5.0` and `1e3` are whole: Python gets an int, as the author declared. */
function asInteger(number: JsonNumber, types: JsonValue[]): JsonNumber {
  const parts = INTEGER.exec(number.text);
  if (!types.includes('integer') || parts === null) return number;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  const shift = Number(exponent) - fraction.length;
  const digits = whole + fraction;
  const moved = shift >= 0 ? digits + '0'.repeat(shift) : digits.slice(0, shift);
  if (shift < 0 && /[1-9]/.test(digits.slice(shift))) return number;
  const trimmed = moved.replace(/^0+(?=\d)/, '') || '0';
  return new JsonNumber(trimmed === '0' ? '0' : sign + trimmed);
}
