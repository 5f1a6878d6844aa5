/** JSON as text: what JavaScript would round (long integers, 1.0) keeps every digit. */

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Indented for reading. Text that is not JSON comes back as it is. */
export function prettyJson(text: string): string {
  if (!isJson(text)) return text;
  const tokens = text.match(TOKEN) ?? [];
  let depth = 0;
  return tokens
    .map((token, place) => {
      if (isClosing(token)) depth -= 1;
      const line = `\n${'  '.repeat(depth + (isOpening(token) ? 1 : 0))}`;
      if (isOpening(token)) depth += 1;
      const opens = isClosing(token) ? place - 1 : place;
      const isEmpty = isOpening(tokens[opens]) && isClosing(tokens[opens + 1]);
      return isEmpty ? token : withSpace(token, line);
    })
    .join('');
}

function withSpace(token: string, line: string): string {
  if (token === ':') return ': ';
  if (isClosing(token)) return line + token;
  return token === ',' || isOpening(token) ? token + line : token;
}

const isOpening = (token: string | undefined): boolean => token === '{' || token === '[';
const isClosing = (token: string | undefined): boolean => token === '}' || token === ']';

/** Name → the JSON text of its value, for the outermost object; null when the text is no object. */
export function memberSources(text: string): Map<string, string> | null {
  if (!isJson(text) || !text.trim().startsWith('{')) return null;
  const members = new Map<string, string>();
  let name: string | null = null;
  let start = 0;
  for (const { token, at } of outermostTokens(text)) {
    if (name === null) {
      if (token.startsWith('"')) name = JSON.parse(token) as string;
    } else if (token === ':') {
      start = at + 1;
    } else if (token === ',' || token === '}') {
      members.set(name, text.slice(start, at).trim());
      name = null;
    }
  }
  return members;
}

/** The JSON text of each item, for the outermost array; null when the text is no array. */
export function itemSources(text: string): string[] | null {
  if (!isJson(text) || !text.trim().startsWith('[')) return null;
  const items: string[] = [];
  let start = text.indexOf('[') + 1;
  for (const { token, at } of outermostTokens(text)) {
    if (token !== ',' && token !== ']') continue;
    const source = text.slice(start, at).trim();
    if (source !== '') items.push(source);
    start = at + 1;
  }
  return items;
}

/** The tokens that stand directly in the outermost object or array, its closing sign included. */
function* outermostTokens(text: string): Generator<{ token: string; at: number }> {
  let depth = 0;
  for (const found of text.matchAll(TOKEN)) {
    const [token] = found;
    if (depth === 1) yield { token, at: found.index };
    if (isOpening(token)) depth += 1;
    if (isClosing(token)) depth -= 1;
  }
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
