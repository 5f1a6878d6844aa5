/** One `{…}` as `str.format` reads it. */
export interface FormatField {
  /** Position after the closing brace. */
  end: number;
  /** What would be looked up: the name up to the first dot or bracket. */
  key: string;
  /** Attributes and indexes behind the key, e.g. `.__class__` or `[0]`. */
  path: string;
  conversion: string | null;
  hasSpec: boolean;
}

export interface FormatFault {
  /** Python's own words. */
  fault: string;
}

export const isFault = (read: FormatField | FormatFault): read is FormatFault => 'fault' in read;

/** Reads the field whose opening brace ends just before `start`. Follows CPython's parser step by step. */
export function readField(text: string, start: number): FormatField | FormatFault {
  if (start >= text.length) return { fault: "Single '{' encountered in format string" };
  const nameEnd = endOfName(text, start);
  if (typeof nameEnd !== 'number') return nameEnd;
  const name = text.slice(start, nameEnd);
  const split = name.search(/[.[]/);
  const key = split < 0 ? name : name.slice(0, split);
  const field = { key, path: name.slice(key.length), conversion: null, hasSpec: false };
  const stop = text[nameEnd];
  if (stop === '}') return { ...field, end: nameEnd + 1 };
  if (stop === ':') return readSpec(text, nameEnd + 1, field);
  return readConversion(text, nameEnd + 1, field);
}

function endOfName(text: string, start: number): number | FormatFault {
  let at = start;
  while (at < text.length) {
    const character = text[at];
    if (character === '{') return { fault: "unexpected '{' in field name" };
    if (character === '}' || character === ':' || character === '!') return at;
    if (character === '[') {
      const close = text.indexOf(']', at + 1);
      at = close < 0 ? text.length : close;
      continue;
    }
    at++;
  }
  return { fault: "expected '}' before end of string" };
}

type Begun = Omit<FormatField, 'end'>;

function readConversion(text: string, start: number, field: Begun): FormatField | FormatFault {
  const point = text.codePointAt(start);
  if (point === undefined) return { fault: 'end of string while looking for conversion specifier' };
  const conversion = String.fromCodePoint(point);
  const after = start + conversion.length;
  const next = text[after];
  if (next === undefined) return { fault: "unmatched '{' in format spec" };
  if (next === '}') return { ...field, conversion, end: after + 1 };
  if (next !== ':') return { fault: "expected ':' after conversion specifier" };
  return readSpec(text, after + 1, { ...field, conversion });
}

function readSpec(text: string, start: number, field: Begun): FormatField | FormatFault {
  let open = 1;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '{') open++;
    else if (text[at] === '}') open--;
    if (open === 0) return { ...field, hasSpec: true, end: at + 1 };
  }
  return { fault: "unmatched '{' in format spec" };
}

/** Why Python would refuse this key before looking it up: it never gets positional arguments. */
export function positionalFault(key: string): string | null {
  if (key === '') return 'Replacement index 0 out of range for positional args tuple';
  if (!/^\p{Nd}+$/u.test(key)) return null;
  if (key.length > 18) return 'Too many decimal digits in format string';
  return `Replacement index ${key} out of range for positional args tuple`;
}

/** Python's words for a conversion it does not know. */
export function conversionFault(conversion: string): string {
  const point = conversion.codePointAt(0) ?? 0;
  const shown = point > 32 && point < 127 ? conversion : `\\x${point.toString(16)}`;
  return `Unknown conversion specifier ${shown}`;
}
