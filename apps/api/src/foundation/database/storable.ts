/** PostgreSQL keeps neither U+0000 nor half a surrogate pair, in text or in jsonb. */
const NUL = '\u0000';
const SHOWN_NUL = '\u2400';

/** The same text with a visible sign for each NUL, and U+FFFD for half a character. */
export const storableText = (text: string): string =>
  (text.includes(NUL) ? text.replaceAll(NUL, SHOWN_NUL) : text).toWellFormed();

/** The same for every string in plain data; what needs no change is returned as it is. */
export function storable<Value>(value: Value): Value {
  if (typeof value === 'string') return storableText(value) as Value;
  if (Array.isArray(value)) return value.map(storable) as Value;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [storableText(key), storable<unknown>(part)]),
  ) as Value;
}
