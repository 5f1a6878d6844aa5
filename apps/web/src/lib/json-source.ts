/** JSON as text: what JavaScript would round (long integers, 1.0) keeps every digit. */

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Indented for reading. Text that is not JSON comes back as it is. */
export function prettyJson(text: string): string {
  if (!isJson(text)) return text;
  const tokens = text.match(TOKEN) ?? [];
  let depth = 0;
  const line = () => `\n${'  '.repeat(depth)}`;
  const write = (token: string, place: number): string => {
    const isEmpty = /[{[]/.test(tokens[place - 1] ?? '') && tokens[place - 1]?.length === 1;
    if (token === '}' || token === ']') {
      depth -= 1;
      return isEmpty ? token : line() + token;
    }
    if (token === '{' || token === '[') {
      depth += 1;
      return /^[}\]]$/.test(tokens[place + 1] ?? '') ? token : token + line();
    }
    if (token === ',') return token + line();
    return token === ':' ? ': ' : token;
  };
  return tokens.map(write).join('');
}

/** Name → the JSON text of its value, for the outermost object; null when the text is no object. */
export function memberSources(text: string): Map<string, string> | null {
  if (!isJson(text) || !text.trim().startsWith('{')) return null;
  const members = new Map<string, string>();
  let depth = 0;
  let name: string | null = null;
  let start = 0;
  for (const found of text.matchAll(TOKEN)) {
    const [token] = found;
    const isEnd = depth === 1 && (token === ',' || token === '}');
    if (isEnd && name !== null) {
      members.set(name, text.slice(start, found.index).trim());
      name = null;
    } else if (depth === 1 && name === null && token.startsWith('"')) {
      name = JSON.parse(token) as string;
    } else if (depth === 1 && token === ':') {
      start = found.index + 1;
    }
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth -= 1;
  }
  return members;
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
