import { copyFormattedString } from './formatted-string';
import {
  closingOf,
  isStringPrefix,
  isWordCharacter,
  literalKind,
  matchAt,
  WORD,
} from './python-words';

/** The text with comments and strings blanked, every character at its place; f-strings stay, they hold code. */
export function withoutTexts(text: string): string {
  let blanked = '';
  for (let at = 0; at < text.length;) {
    const end = pastToken(text, at);
    const token = text.slice(at, end);
    const isText = token.startsWith('#') || /^(?!\w?[ft])\w{0,2}['"]/i.test(token);
    blanked += isText ? token.replace(/[^\n]/g, ' ') : token;
    at = end;
  }
  return blanked;
}

/** Behind the comment, word or string that begins here, else behind one character. */
export function pastToken(text: string, at: number): number {
  const character = text[at] ?? '';
  if (character === '#') return endOfLine(text, at);
  if (character === "'" || character === '"') return pastString(text, at, '');
  if (!isWordCharacter(character)) return at + 1;
  const word = matchAt(WORD, text, at) ?? character;
  const end = at + word.length;
  const isPrefix = /['"]/.test(text[end] ?? '') && isStringPrefix(word);
  return isPrefix ? pastString(text, end, word) : end;
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

/** Behind the closing quotes of the string that opens here, or at the end of its line when it has none. */
function pastString(text: string, quoteAt: number, prefix: string): number {
  const kind = literalKind(prefix, text, quoteAt);
  const close = closingOf(kind);
  const start = quoteAt + close.length;
  if (kind.isFormatted) return copyFormattedString(text, start, kind).end;
  let at = start;
  while (at < text.length) {
    if (text.startsWith(close, at)) return at + close.length;
    if (text[at] === '\n' && !kind.isTriple) return at;
    at += text[at] === '\\' ? 2 : 1;
  }
  return text.length;
}
