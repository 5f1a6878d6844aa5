import { memberSources } from '@web/lib/json-source';

const MAX_SHOWN_CHARS = 120;
const TELLING = /^(path|file|query|command|url|name|text|prompt)$/i;

/**
 * The one argument that matters on a line: the only one, else a path, query or command, else all of them, short.
 * Taken from the text as it is, so that a long number keeps its digits.
 */
export function mainArgument(text: string): string {
  const members = [...(memberSources(text) ?? [])];
  if (members.length === 0) return isEmptyObject(text) ? '' : shorten(text);
  const telling = members.length === 1 ? members[0] : members.find(([name]) => TELLING.test(name));
  if (telling?.[1].startsWith('"')) return shorten(plain(telling[1]));
  return shorten(members.map(([name, source]) => `${name}=${plain(source)}`).join(' '));
}

const isEmptyObject = (text: string): boolean => /^\s*(\{\s*\})?\s*$/.test(text);

const plain = (source: string): string =>
  source.startsWith('"') ? (JSON.parse(source) as string) : source;

function shorten(text: string): string {
  const line = text
    .slice(0, 4 * MAX_SHOWN_CHARS)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > MAX_SHOWN_CHARS ? `${line.slice(0, MAX_SHOWN_CHARS)}…` : line;
}
