import { pastToken } from '../template/python-tokens';
import type { FaultPlace } from '../template/template.errors';

const PLACEHOLDER = /\{(\w+)(?:![rs])?\}/uy;

/**
 * The single braces of the dict, set, comprehension or text that opens at a place, nested ones too: exactly what has to
 * be doubled. Braces written twice already, placeholders of declared parameters, strings and comments inside keep what
 * they have. Null when the closing brace is missing.
 */
export function literalBraces(
  text: string,
  { from, until }: Pick<FaultPlace, 'from' | 'until'>,
  declared: ReadonlySet<string>,
): number[] | null {
  const braces: number[] = [];
  const open: boolean[] = [];
  for (let at = from; !isEnd(text, at, until);) {
    const held = placeholderAt(text, at, declared);
    if (held > 0 || !/[{}]/.test(text[at] ?? '')) {
      at = held > 0 ? at + held : until === '' ? pastToken(text, at) : pastText(text, at);
      continue;
    }
    const isDoubled = isDoubledAt(text, at, open);
    if (!isDoubled) braces.push(at);
    at += isDoubled ? 2 : 1;
    if (open.length === 0) return braces;
  }
  return null;
}

/** A closing brace is doubled when its opening one was, whatever follows it. */
function isDoubledAt(text: string, at: number, open: boolean[]): boolean {
  const isPair = text[at + 1] === text[at];
  if (text[at] === '}') return open.pop() === true && isPair;
  open.push(isPair);
  return isPair;
}

const isEnd = (text: string, at: number, until: string): boolean =>
  at >= text.length ||
  (until !== '' && (text.startsWith(until, at) || (until.length === 1 && text[at] === '\n')));

function placeholderAt(text: string, at: number, declared: ReadonlySet<string>): number {
  PLACEHOLDER.lastIndex = at;
  const found = PLACEHOLDER.exec(text);
  return found && declared.has(found[1] ?? '') ? found[0].length : 0;
}

const pastText = (text: string, at: number): number =>
  at + (text[at] === '\\' && !/[{}]/.test(text[at + 1] ?? '') ? 2 : 1);
