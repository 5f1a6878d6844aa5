const MAX_SHOWN_CHARS = 120;

/** The one argument that matters on a line: the only one, else a path, query or command, else all of them, short. */
export function mainArgument(text: string): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return shorten(text);
  }
  if (value === null || typeof value !== 'object') return shorten(text);
  const entries = Object.entries(value);
  if (entries.length === 0) return '';
  const [, chosen] =
    entries.length === 1 ? (entries[0] ?? []) : (entries.find(([key]) => TELLING.test(key)) ?? []);
  if (typeof chosen === 'string') return shorten(chosen);
  return shorten(entries.map(([key, part]) => `${key}=${plain(part)}`).join(' '));
}

const TELLING = /^(path|file|query|command|url|name|text|prompt)$/i;

const plain = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MAX_SHOWN_CHARS ? `${line.slice(0, MAX_SHOWN_CHARS)}…` : line;
}
