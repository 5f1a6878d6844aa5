import { JsonNumber, type JsonValue } from '../json-text';

const ODD = /[\\'"\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;
const ODD_OR_SPACE =
  /[\\'"\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/gu;
const SHORT: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\' };

/** Escapes are of fixed width, so that no digit that follows can join them. */
function escapeCharacter(character: string): string {
  const short = SHORT[character];
  if (short !== undefined) return short;
  const point = character.codePointAt(0) ?? 0;
  const hex = point.toString(16);
  if (point < 0x100) return `\\x${hex.padStart(2, '0')}`;
  return point < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}

const escapeWith = (text: string, quote: string, odd: RegExp): string =>
  text.replace(odd, (character) => {
    if (character === "'" || character === '"')
      return character === quote ? `\\${character}` : character;
    return escapeCharacter(character);
  });

/** The text as it stands between quotes of this kind; always one line, whatever the value (A-049, A-107). */
export const escapeText = (text: string, quote: string): string => escapeWith(text, quote, ODD);

export const hasLoneSurrogate = (text: string): boolean => /\p{Cs}/u.test(text);

/** Inside a bytes literal: UTF-8, everything beyond ASCII as \xNN; null when the text has a lone surrogate (A-054). */
export function escapeBytes(text: string, quote: string): string | null {
  if (hasLoneSurrogate(text)) return null;
  let escaped = '';
  for (const byte of Buffer.from(text, 'utf8')) {
    const character = String.fromCharCode(byte);
    if (character === '\\' || character === quote) escaped += `\\${character}`;
    else if (byte >= 0x20 && byte < 0x7f) escaped += character;
    else escaped += `\\x${byte.toString(16).padStart(2, '0')}`;
  }
  return escaped;
}

/** `repr()` of a string, choosing the quotes as Python does. */
export function pythonRepr(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  return quote + escapeWith(text, quote, ODD_OR_SPACE) + quote;
}

/** One expression atom that evaluates to the value; negative numbers come in parentheses for that reason. */
export function pythonLiteral(value: JsonValue): string {
  if (value instanceof JsonNumber)
    return value.text.startsWith('-') ? `(${value.text})` : value.text;
  return pythonDisplay(value);
}

/** `repr()` of the value, numbers as they were written. */
export function pythonDisplay(value: JsonValue): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string') return pythonRepr(value);
  if (value instanceof JsonNumber) return value.text;
  if (Array.isArray(value)) return `[${value.map(pythonDisplay).join(', ')}]`;
  const entries = [...value].map(([key, item]) => `${pythonRepr(key)}: ${pythonDisplay(item)}`);
  return `{${entries.join(', ')}}`;
}

/** `str()` of the value, but nothing at all for null (A-049). */
export function pythonText(value: JsonValue): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : pythonDisplay(value);
}
