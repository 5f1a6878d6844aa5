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
import { scanTemplate } from './template-scanner';
import { TemplateNotRendered } from './template.errors';

export type Values = ReadonlyMap<string, JsonValue>;

/** execution.py, read once and rendered for each call; a value is always data, whatever it holds. */
export class Template {
  private constructor(private readonly pieces: readonly Piece[]) {}

  /** @throws MissingParameter, TemplateNotRendered for what no value could repair */
  static read(source: string, declared: Iterable<string>): Template {
    const text = source.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
    return new Template(joined(scanTemplate(text, new Set(declared))));
  }

  /**
   * A parameter without a value renders as nothing in text and as None in code.
   * @throws TemplateNotRendered when a place cannot hold a value
   */
  render(values: Values): string {
    return this.pieces.map((piece) => renderPiece(piece, values)).join('');
  }
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

function renderPiece(piece: Piece, values: Values): string {
  if (typeof piece === 'string') return piece;
  if (piece.kind === 'code') return renderCode(piece, values);
  if (piece.kind === 'comment') return renderComment(piece, values);
  return piece.literal.isRaw ? renderRaw(piece, values) : renderLiteral(piece, values);
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
function renderComment({ parts, line }: CommentPiece, values: Values): string {
  const comment = parts
    .map((part) =>
      typeof part === 'string'
        ? part
        : textOf(part, values).replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]+/gu, ' '),
    )
    .join('');
  // In the first two lines `coding: x` would tell Python how to decode the script.
  return line > 2 ? comment : comment.replace(/coding(?=[:=])/g, 'coding ');
}

function renderLiteral(piece: LiteralPiece, values: Values): string {
  const { isBytes, quote } = piece.literal;
  const body = piece.parts.map((part) => {
    if (typeof part === 'string') return part;
    const text = textOf(part, values);
    if (piece.canBeDocstring) requirePairs(part, text);
    if (!isBytes) return escapeText(text, quote);
    const escaped = escapeBytes(text, quote);
    if (escaped !== null) return escaped;
    throw impossible(part, NO_HALVES);
  });
  return enclosed(piece, body.join(''));
}

/** Raw strings know no escapes: what cannot stand there as it is, is refused by name. */
function renderRaw(piece: LiteralPiece, values: Values): string {
  let last: Hole | null = null;
  let body = '';
  for (const part of piece.parts) {
    if (typeof part === 'string') {
      body += part;
      continue;
    }
    const text = textOf(part, values);
    const problem = rawProblem(piece, text);
    if (problem) throw impossible(part, problem);
    if (last === null || text.endsWith('\\')) last = part;
    body += text;
  }
  if (last !== null && piece.close !== '' && endOfRaw(body, piece.close) !== body.length) {
    throw impossible(last, {
      en: 'a backslash at this place of a raw string would hide the closing quote',
      'zh-CN': '原始字符串此处的反斜杠会使结束引号失效',
    });
  }
  return enclosed(piece, body);
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

/** Two quotes of an empty literal and a third one behind them would open a triple-quoted string. */
function enclosed({ open, close, literal, isBeforeQuote }: LiteralPiece, body: string): string {
  const needsSpace = body === '' && isBeforeQuote && !literal.isTriple && close !== '';
  return open + body + close + (needsSpace ? ' ' : '');
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
