import type { Hole, LiteralPiece, Piece, TemplateCursor } from './pieces';
import { closingOf, type LiteralKind } from './python-words';

const PLAIN = /[^{}\\'"\n]+/y;
const NAMED = /[^{}'"\n]*/y;
const ESCAPE_DIGITS: Record<string, number> = { x: 2, u: 4, U: 8 };

/** From behind the opening quotes of a string that is not an f-string to behind its closing ones. */
export function scanLiteral(
  scanner: TemplateCursor,
  opening: Pick<LiteralPiece, 'literal' | 'open' | 'canBeDocstring'>,
): Piece {
  const { literal, open } = opening;
  const close = closingOf(literal);
  const parts: (string | Hole)[] = [];
  let isClosed = false;
  while (!isClosed && scanner.at < scanner.text.length) {
    const character = scanner.text[scanner.at];
    isClosed = scanner.text.startsWith(close, scanner.at);
    // Python gives up here, too: nothing behind this point can run.
    if (!isClosed && character === '\n' && !literal.isTriple) break;
    if (isClosed) scanner.at += close.length;
    else if (character === '\\') parts.push(...readBackslash(scanner, literal));
    else parts.push(scanner.plainOrHole(PLAIN));
  }
  const end = isClosed ? close : '';
  if (parts.every((part) => typeof part === 'string')) return open + parts.join('') + end;
  const isBeforeQuote = scanner.text[scanner.at] === literal.quote;
  return { ...opening, kind: 'literal', parts, close: end, isBeforeQuote };
}

const isHoleAt = ({ text }: TemplateCursor, at: number): boolean =>
  text[at] === '{' && text[at + 1] !== '{';

/** A backslash must neither take hold of a value nor be completed by one. */
function readBackslash(scanner: TemplateCursor, literal: LiteralKind): (string | Hole)[] {
  const { text, at } = scanner;
  const next = text[at + 1] ?? '';
  if (next === '{' || next === '}') {
    scanner.at += 1;
    return [!literal.isRaw && isHoleAt(scanner, at + 1) ? '\\\\' : '\\'];
  }
  if (literal.isRaw) return [taken(scanner, 2)];
  if (/[0-7]/.test(next)) return [readOctal(scanner)];
  if (literal.isBytes) return [next === 'x' ? readHex(scanner, next) : taken(scanner, 2)];
  return next === 'N' ? readName(scanner) : [readHex(scanner, next)];
}

/** An escape of fixed length that a placeholder would cut short. */
function readHex(scanner: TemplateCursor, letter: string): string {
  const { text, at } = scanner;
  const full = at + 2 + (ESCAPE_DIGITS[letter] ?? 0);
  let end = at + 2;
  while (end < full && /[0-9a-fA-F]/.test(text[end] ?? '')) end++;
  if (end < full && isHoleAt(scanner, end)) throw cutEscape(scanner, at, end);
  return taken(scanner, end - at);
}

/** Padded to three digits, so that a digit at the start of a value cannot join. */
function readOctal(scanner: TemplateCursor): string {
  const start = scanner.at + 1;
  let end = start;
  while (end < start + 3 && /[0-7]/.test(scanner.text[end] ?? '')) end++;
  const digits = scanner.text.slice(start, end);
  scanner.at = end;
  return isHoleAt(scanner, end) ? `\\${digits.padStart(3, '0')}` : `\\${digits}`;
}

/** `\N{{BULLET}}` names a character; a value must not choose which. */
function readName(scanner: TemplateCursor): string[] {
  const { text, at } = scanner;
  if (isHoleAt(scanner, at + 2)) {
    // A name written with single braces reads as a placeholder, as it does in str.format.
    return [taken(scanner, 2)].concat(namedHole(scanner));
  }
  const parts = [taken(scanner, 2)];
  if (!text.startsWith('{{', scanner.at)) return parts;
  scanner.at += 2;
  NAMED.lastIndex = scanner.at;
  const name = NAMED.exec(text)?.[0] ?? '';
  scanner.at += name.length;
  if (isHoleAt(scanner, scanner.at)) throw cutEscape(scanner, at, scanner.at);
  return [...parts, `{${name}`];
}

function namedHole(scanner: TemplateCursor): never {
  const { at } = scanner;
  scanner.plainOrHole(PLAIN);
  throw cutEscape(scanner, at - 2, at);
}

/** From the backslash to behind the brace that cuts it short. */
const cutEscape = (scanner: TemplateCursor, at: number, brace: number) =>
  scanner.refused(
    {
      en: 'a placeholder stands in the middle of an escape sequence',
      'zh-CN': '占位符位于转义序列中间',
    },
    'escape',
    at,
    brace + 1,
  );

function taken(scanner: TemplateCursor, length: number): string {
  const { text, at } = scanner;
  scanner.at += length;
  return text.slice(at, at + length);
}
