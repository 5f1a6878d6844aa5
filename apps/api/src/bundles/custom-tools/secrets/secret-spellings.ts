import { pythonRepr } from '../template/python-literal';

/** Shorter ones cannot be told from ordinary text; they are refused when they are set. */
export const SHORTEST_SECRET = 4;
/** Of a part whose neighbours are unknown (base64 in the middle, one line of several). */
const SHORTEST_PART = 8;

/** Every way the value is likely to be written by a program that holds it. */
export function spellingsOf(value: string): string[] {
  if (value.length < SHORTEST_SECRET) return [];
  const lines = value.split(/\r?\n/);
  const parts =
    lines.length > 1 ? lines.map((line) => line.trim()).filter((line) => isLong(line)) : [];
  const spellings = [value, ...parts].flatMap((text) => [
    text,
    ...escapedForms(text),
    ...urlForms(text),
    ...byteForms(text),
  ]);
  return [...new Set(spellings)].filter((text) => text.length >= SHORTEST_SECRET);
}

const isLong = (part: string): boolean => part.length >= SHORTEST_PART;

/** As JSON text (plain, ASCII only, with slashes escaped) and as Python's repr. */
function escapedForms(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const ascii = json.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const repr = pythonRepr(text).slice(1, -1);
  return [json, ascii, json.replaceAll('/', '\\/'), ascii.replaceAll('/', '\\/'), repr];
}

function urlForms(text: string): string[] {
  const encoded = encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  // Python's quote keeps slashes, quote_plus writes spaces as plus signs; some keep JavaScript's five marks.
  const forms = [
    encoded,
    encoded.replaceAll('%2F', '/'),
    encoded.replaceAll('%20', '+'),
    encodeURIComponent(text.toWellFormed()),
  ];
  const lower = (form: string) => form.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
  return forms.flatMap((form) => [form, lower(form)]);
}

/** Base64 of the value alone and of the value somewhere inside other bytes, e.g. `user:secret`; and hexadecimal. */
function byteForms(text: string): string[] {
  const bytes = Buffer.from(text, 'utf8');
  const forms = [bytes.toString('base64').replace(/=+$/, '')];
  for (const offset of [0, 1, 2]) {
    const shifted = Buffer.concat([Buffer.alloc(offset), bytes]);
    // Only characters that hold no bit of a neighbour.
    const from = Math.ceil((offset * 8) / 6);
    const part = shifted.toString('base64').slice(from, Math.floor((shifted.length * 8) / 6));
    if (isLong(part)) forms.push(part);
  }
  const urlSafe = forms.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'));
  const hex = bytes.toString('hex');
  return [...forms, ...urlSafe, hex, hex.toUpperCase()];
}
