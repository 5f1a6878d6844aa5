import type { Texts } from '@/foundation/errors/domain-error';
import type { JsonValue } from '../json-text';
import type { CodeHole, CommentPiece, Hole, LiteralPiece, Piece } from './pieces';
import {
  escapeBytes,
  escapeText,
  hasLoneSurrogate,
  pythonDisplay,
  pythonLiteral,
  pythonText,
} from './python-literal';
import { ScriptWriter } from './script-writer';
import { scanTemplate } from './template-scanner';
import { TemplateNotRendered } from './template.errors';

export type Values = ReadonlyMap<string, JsonValue>;

/** The text as Python reads it: without a byte order mark, lines ended by one character. */
export const asPythonReads = (source: string): string =>
  source.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');

/** execution.py, read once and rendered for each call; a value is always data, whatever it holds. */
export class Template {
  private constructor(private readonly pieces: readonly Piece[]) {}

  /** @throws MissingParameter, TemplateNotRendered for what no value could repair */
  static read(source: string, declared: Iterable<string>): Template {
    return new Template(joined(scanTemplate(asPythonReads(source), new Set(declared))));
  }

  /** Names of the parameters that stand in the script. */
  get parameters(): Set<string> {
    return new Set(this.pieces.flatMap(holesOf).map(({ name }) => name));
  }

  /**
   * A parameter without a value renders as nothing in text and as None in code.
   * @throws TemplateNotRendered when a place cannot hold a value
   */
  render(values: Values): string {
    return this.renderMarked(values).code;
  }

  /** As `render`, and where the values stand. */
  renderMarked(values: Values): Pick<ScriptWriter, 'code' | 'spots'> {
    const writer = new ScriptWriter();
    for (const piece of this.pieces) renderPiece(writer, piece, values);
    return writer;
  }
}

function holesOf(piece: Piece): Hole[] {
  if (typeof piece === 'string') return [];
  if (piece.kind === 'code') return [piece.hole];
  return piece.parts.filter((part) => typeof part !== 'string');
}

function joined(pieces: Piece[]): Piece[] {
  const result: Piece[] = [];
  let run: string[] = [];
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      run.push(piece);
      continue;
    }
    result.push(run.join(''), piece);
    run = [];
  }
  return [...result, run.join('')];
}

function renderPiece(writer: ScriptWriter, piece: Piece, values: Values): void {
  if (typeof piece === 'string') writer.text(piece);
  else if (piece.kind === 'code') writer.value(piece.hole, renderCode(piece, values));
  else if (piece.kind === 'comment') renderComment(writer, piece, values);
  else renderLiteral(writer, piece, values);
}

const valueOf = (hole: Hole, values: Values): JsonValue => values.get(hole.name) ?? null;

const textOf = (hole: Hole, values: Values): string => {
  const value = valueOf(hole, values);
  return hole.isRepr ? pythonDisplay(value) : pythonText(value);
};

function renderCode(piece: CodeHole, values: Values): string {
  const { hole, isWrapped, isTarget } = piece;
  const value = valueOf(hole, values);
  if (piece.canBeDocstring && typeof value === 'string') requirePairs(hole, value);
  if (isTarget && isEmptyTarget(value)) {
    throw impossible(hole, {
      en: 'a placeholder stands for a value, not for something that gets one',
      'zh-CN': '占位符代表值，不能作为被赋值的对象',
    });
  }
  const literal = pythonLiteral(value);
  return isWrapped && !literal.startsWith('(') ? `(${literal})` : literal;
}

const NO_HALVES: Texts = {
  en: 'half of a surrogate pair cannot stand in bytes or a docstring',
  'zh-CN': '不成对的代理字符不能写入 bytes 或文档字符串',
};

function requirePairs(hole: Hole, text: string): void {
  if (hasLoneSurrogate(text)) throw impossible(hole, NO_HALVES);
}

/** Python accepts `[] = x`, the only literal that can be assigned to. */
const isEmptyTarget = (value: JsonValue): boolean =>
  Array.isArray(value) && value.every(isEmptyTarget);

/** A comment ends with its line, so a value must not bring a line of its own. */
function renderComment(writer: ScriptWriter, { parts, line }: CommentPiece, values: Values): void {
  const start = writer.code.length;
  for (const part of parts) {
    if (typeof part === 'string') writer.text(part);
    else writer.value(part, textOf(part, values).replace(NEVER_IN_COMMENTS, ' '));
  }
  // In the first two lines `coding: x` would tell Python how to decode the script.
  if (line <= 2) writer.insertBehind(/coding(?=[:=])/g, ' ', start);
}

const NEVER_IN_COMMENTS = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]+/gu;

function renderLiteral(writer: ScriptWriter, piece: LiteralPiece, values: Values): void {
  const { open, close, literal, isBeforeQuote } = piece;
  const asBody = literal.isRaw ? rawText : escapedText;
  writer.text(open);
  const start = writer.code.length;
  let last: Hole | null = null;
  for (const part of piece.parts) {
    if (typeof part === 'string') {
      writer.text(part);
      continue;
    }
    const text = asBody(piece, part, textOf(part, values));
    if (last === null || text.endsWith('\\')) last = part;
    writer.value(part, text);
  }
  if (literal.isRaw && last !== null) requireOpenEnd(piece, writer.code.slice(start), last);
  // Two quotes of an empty literal and a third one behind them would open a triple-quoted string.
  const isEmpty = writer.code.length === start;
  const needsSpace = isEmpty && isBeforeQuote && !literal.isTriple && close !== '';
  writer.text(close + (needsSpace ? ' ' : ''));
}

function escapedText(piece: LiteralPiece, hole: Hole, text: string): string {
  const { isBytes, quote } = piece.literal;
  if (piece.canBeDocstring) requirePairs(hole, text);
  if (!isBytes) return escapeText(text, quote);
  const escaped = escapeBytes(text, quote);
  if (escaped !== null) return escaped;
  throw impossible(hole, NO_HALVES);
}

/** Raw strings know no escapes: what cannot stand there as it is, is refused by name. */
function rawText(piece: LiteralPiece, hole: Hole, text: string): string {
  const problem = rawProblem(piece, text);
  if (problem) throw impossible(hole, problem);
  return text;
}

function requireOpenEnd({ close }: LiteralPiece, body: string, last: Hole): void {
  if (close === '' || endOfRaw(body, close) === body.length) return;
  throw impossible(last, {
    en: 'a backslash at this place of a raw string would hide the closing quote',
    'zh-CN': '原始字符串此处的反斜杠会使结束引号失效',
  });
}

function rawProblem({ literal }: LiteralPiece, text: string): Texts | null {
  const { quote, isBytes } = literal;
  if (text.includes(quote)) {
    return {
      en: `a raw string cannot hold its own quote ${quote}`,
      'zh-CN': `原始字符串不能包含自身的引号 ${quote}`,
    };
  }
  if (/[\n\r\0]/.test(text) || hasLoneSurrogate(text)) {
    return {
      en: 'a raw string cannot hold a line break, a NUL or half of a surrogate pair',
      'zh-CN': '原始字符串不能包含换行、NUL 或不成对的代理字符',
    };
  }
  return isBytes && /[^\0-\x7f]/.test(text)
    ? { en: 'raw bytes can hold only ASCII', 'zh-CN': '原始 bytes 只能包含 ASCII 字符' }
    : null;
}

/** Where Python would see the end of a raw string with this body. */
function endOfRaw(body: string, close: string): number {
  const text = body + close;
  let at = 0;
  while (at < text.length && !text.startsWith(close, at)) at += text[at] === '\\' ? 2 : 1;
  return at;
}

const impossible = (hole: Hole, reason: Texts): TemplateNotRendered =>
  new TemplateNotRendered(
    {
      en: `parameter ${hole.name}: ${reason.en}`,
      'zh-CN': `参数 ${hole.name}：${reason['zh-CN']}`,
    },
    hole.line,
    hole.name,
  );
