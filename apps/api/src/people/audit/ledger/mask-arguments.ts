import { storableText } from '@/foundation/database/storable';

export const MASK = '•••';
const MOST_OF_A_VALUE = 500;
const MOST = 10_000;
/** One string, and whether it is a key. */
const STRING = /"(?:[^"\\]|\\.)*"(\s*:)?/g;
const SECRET_KEY =
  /pass(?:word|wd|phrase|code)?$|^pwd$|secret|token|authori[sz]ation|api[-_ ]?key|access[-_ ]?key|private[-_ ]?key|credential|cookie|^(?:auth|pin|otp)$/i;

export interface MaskedArguments {
  text: string;
  /** Whether anything is not what it was. */
  isMasked: boolean;
}

/**
 * Arguments as the ledger keeps them: values of telling keys hidden, long ones cut. Works on the text, so that numbers
 * keep all their digits. Null when the text is no JSON: then nobody can tell what in it is secret.
 */
export function maskArguments(json: string): MaskedArguments | null {
  if (!isJson(json)) return null;
  const hidden = withoutSecrets(json);
  let text = hidden.replace(STRING, (string, colon?: string) => (colon ? string : cut(string)));
  if (text.length > MOST) text = `${text.slice(0, MOST)}…`;
  return { text: storableText(text), isMasked: text !== json };
}

function withoutSecrets(json: string): string {
  let masked = '';
  let at = 0;
  for (const match of json.matchAll(STRING)) {
    const [key, colon] = match;
    if (match.index < at || !colon || !isSecret(key, colon)) continue;
    const valueAt = skipSpace(json, match.index + key.length);
    masked += `${json.slice(at, valueAt)}"${MASK}"`;
    at = endOfValue(json, valueAt);
  }
  return masked + json.slice(at);
}

const isSecret = (key: string, colon: string): boolean =>
  SECRET_KEY.test(JSON.parse(key.slice(0, key.length - colon.length)) as string);

function skipSpace(json: string, from: number): number {
  let at = from;
  while (/\s/.test(json.charAt(at))) at++;
  return at;
}

/** Where the value that begins here ends. */
function endOfValue(json: string, from: number): number {
  const part = /"(?:[^"\\]|\\.)*"|[[{]|[\]}]|[^\s,"[\]{}]+/gy;
  let depth = 0;
  part.lastIndex = from;
  for (;;) {
    const [found = ''] = part.exec(json) ?? [];
    if (found === '{' || found === '[') depth++;
    if (found === '}' || found === ']') depth--;
    const end = part.lastIndex;
    if (depth <= 0 || found === '') return end === 0 ? json.length : end;
    part.lastIndex = skipBetween(json, end);
  }
}

function skipBetween(json: string, from: number): number {
  let at = from;
  while (/[\s,]/.test(json.charAt(at))) at++;
  return at;
}

function cut(string: string): string {
  if (string.length <= MOST_OF_A_VALUE) return string;
  const value = JSON.parse(string) as string;
  const shown = value.slice(0, MOST_OF_A_VALUE).toWellFormed();
  return value.length <= MOST_OF_A_VALUE ? string : JSON.stringify(`${shown}… (${value.length})`);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return false;
    throw thrown;
  }
}
