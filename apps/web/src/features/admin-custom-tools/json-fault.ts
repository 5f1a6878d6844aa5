export interface JsonFault {
  kind: 'comma' | 'end' | 'character' | 'after';
  sign: string;
  line: number;
  column: number;
}

const TOKEN =
  /[ \t\n\r]*(?:(?<word>"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|(?<sign>[{}[\],:]))/y;

type Want = 'value' | 'firstValue' | 'key' | 'firstKey' | 'colon' | 'next' | 'nothing';

/** Where a parser would stop, or null when the text is JSON. Browsers word and place this differently, so it is our own. */
export function findJsonFault(text: string): JsonFault | null {
  try {
    JSON.parse(text);
    return null;
  } catch {
    return locate(text, scan(text));
  }
}

interface Stop {
  at: number;
  kind: 'comma' | 'character' | 'after';
}

function scan(text: string): Stop {
  const open: string[] = [];
  let want: Want = 'value';
  let at = 0;
  let comma: number | null = null;
  for (;;) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    const token = found?.groups?.word ?? found?.groups?.sign ?? '';
    const start = found ? TOKEN.lastIndex - token.length : skipSpace(text, at);
    const next: Want | null = found ? step(want, token, open) : null;
    if (next === null) {
      const isClosing = comma !== null && (token === '}' || token === ']');
      if (isClosing) return { at: comma as number, kind: 'comma' };
      return { at: start, kind: want === 'nothing' ? 'after' : 'character' };
    }
    comma = token === ',' ? start : null;
    want = next;
    at = start + token.length;
  }
}

/** What may follow the token, or null when it may not stand here. */
function step(want: Want, token: string, open: string[]): Want | null {
  const inside = () => (open.length === 0 ? 'nothing' : 'next');
  if (want === 'colon') return token === ':' ? 'value' : null;
  if (want === 'nothing') return null;
  if (want === 'next') return afterValue(token, open, inside);
  if (token === '}' && want === 'firstKey') return (open.pop(), inside());
  if (want === 'key' || want === 'firstKey') return token.startsWith('"') ? 'colon' : null;
  if (token === ']' && want === 'firstValue') return (open.pop(), inside());
  if (token === '{') return (open.push('}'), 'firstKey');
  if (token === '[') return (open.push(']'), 'firstValue');
  return /^["\-\dtfn]/.test(token) ? inside() : null;
}

function afterValue(token: string, open: string[], inside: () => Want): Want | null {
  if (token === ',') return open.at(-1) === '}' ? 'key' : 'value';
  if (token !== open.at(-1)) return null;
  open.pop();
  return inside();
}

function skipSpace(text: string, at: number): number {
  let place = at;
  while (' \t\n\r'.includes(text[place] ?? 'x')) place++;
  return place;
}

function locate(text: string, { at, kind }: Stop): JsonFault {
  const before = text.slice(0, at).split('\n');
  const sign = String.fromCodePoint(text.codePointAt(at) ?? 32);
  return {
    kind: at >= text.length ? 'end' : kind,
    sign,
    line: before.length,
    column: (before.at(-1) ?? '').length + 1,
  };
}
