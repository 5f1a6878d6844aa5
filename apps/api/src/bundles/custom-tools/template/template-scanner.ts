import type { Texts } from '@/foundation/errors/domain-error';
import { CodePlace } from './code-place';
import { copyFormattedString } from './formatted-string';
import {
  conversionFault,
  isFault,
  positionalFault,
  readField,
  type FormatField,
} from './format-field';
import { scanLiteral } from './literal-scanner';
import type { CodeHole, Hole, Piece, TemplateCursor } from './pieces';
import {
  isStringPrefix,
  isWordCharacter,
  literalKind,
  closingOf,
  matchAt,
  NUMBER_WORD,
  WORD,
} from './python-words';
import {
  MissingParameter,
  TemplateNotRendered,
  type FaultKind,
  type FaultPlace,
} from './template.errors';

/**
 * Splits a template into Python source and placeholders. Reads the text as Python's tokenizer would read the
 * finished script, and each brace as `str.format` would; the first fault in reading order is thrown.
 * @throws MissingParameter, TemplateNotRendered
 */
export const scanTemplate = (text: string, declared: ReadonlySet<string>): Piece[] =>
  new TemplateScanner(text, declared).scan();

class TemplateScanner implements TemplateCursor {
  at = 0;
  private readonly pieces: Piece[] = [];
  private readonly code = new CodePlace();
  private lastCodeHole: Hole | null = null;
  /** What ends the string or comment that is being read; nothing in code. */
  private until = '';

  constructor(
    readonly text: string,
    private readonly declared: ReadonlySet<string>,
  ) {}

  scan(): Piece[] {
    while (this.at < this.text.length) this.step();
    return this.pieces;
  }

  private step(): void {
    const character = this.text[this.at] ?? '';
    if (character === '\n') return this.newline();
    if (/[ \t\f]/.test(character)) return this.take(1);
    if (character === '#') return this.comment();
    if (/['"]/.test(character)) return this.string('');
    if (/[{}]/.test(character)) return this.brace(character);
    if (this.text.startsWith('\\\n', this.at)) return this.take(2);
    const number = matchAt(NUMBER_WORD, this.text, this.at);
    if (number !== null) return this.number(number);
    if (isWordCharacter(character)) return this.word();
    this.operator(character);
  }

  private newline(): void {
    this.code.newline();
    this.take(1);
  }

  private number(number: string): void {
    this.code.number();
    this.take(number.length);
  }

  private word(): void {
    const word = matchAt(WORD, this.text, this.at) ?? '';
    const next = this.text[this.at + word.length];
    if ((next === "'" || next === '"') && isStringPrefix(word)) return this.string(word);
    this.code.word(word);
    this.take(word.length);
  }

  private operator(character: string): void {
    if (character === '(' || character === '[') this.code.open();
    else if (character === ')' || character === ']') this.code.close();
    else this.code.operator(character, this.text[this.at - 1], this.text[this.at + 1]);
    this.take(1);
  }

  private brace(character: string): void {
    if (this.text[this.at + 1] !== character) return this.codeHole();
    if (character === '{') this.code.open();
    else this.code.close();
    this.pieces.push(character);
    this.at += 2;
  }

  private codeHole(): void {
    const start = this.at;
    const hole = this.hole();
    const piece: CodeHole = {
      kind: 'code',
      hole,
      isWrapped: false,
      isTarget: false,
      canBeDocstring: false,
    };
    const problem = this.code.hole(piece, this.text[start - 1], this.text, this.at);
    if (problem) throw this.refused(problem, 'glued', start, this.at);
    this.lastCodeHole = hole;
    this.pieces.push(piece);
  }

  private string(prefix: string): void {
    const problem = this.code.string();
    if (problem) throw this.refused(problem, 'glued', this.lastCodeHole?.from ?? this.at, this.at);
    const kind = literalKind(prefix, this.text, this.at + prefix.length);
    const open = prefix + closingOf(kind);
    this.at += open.length;
    if (!kind.isFormatted) {
      const canBeDocstring = this.code.canBeDocstring;
      this.until = closingOf(kind);
      this.pieces.push(scanLiteral(this, { literal: kind, open, canBeDocstring }));
      this.until = '';
      return;
    }
    const { copy, end } = copyFormattedString(this.text, this.at, kind);
    this.pieces.push(open + copy);
    this.at = end;
  }

  private comment(): void {
    const line = this.lineAt(this.at);
    const parts: (string | Hole)[] = [];
    this.until = '\n';
    while (this.at < this.text.length && this.text[this.at] !== '\n')
      parts.push(this.plainOrHole(/[^{}\n]+/y));
    this.until = '';
    this.pieces.push({ kind: 'comment', parts, line });
  }

  /** A run of text, one brace of a doubled pair, or a placeholder. */
  plainOrHole(plain: RegExp): string | Hole {
    const character = this.text[this.at] ?? '';
    if (character !== '{' && character !== '}') {
      const run = matchAt(plain, this.text, this.at) ?? character;
      this.at += run.length;
      return run;
    }
    if (this.text[this.at + 1] !== character) return this.hole();
    this.at += 2;
    return character;
  }

  /** A single brace must be a placeholder of a declared parameter (S-33). */
  private hole(): Hole {
    const start = this.at;
    if (this.text[start] === '}')
      throw this.fault("Single '}' encountered in format string", 'field', start, start + 1);
    const field = readField(this.text, start + 1);
    if (isFault(field)) throw this.fault(field.fault, 'field', start, start + 1);
    const positional = positionalFault(field.key);
    if (positional !== null) throw this.fault(positional, 'positional', start, field.end);
    const line = this.lineAt(start);
    if (!this.declared.has(field.key))
      throw new MissingParameter(field.key, line, this.place('undeclared', start, field.end));
    this.refuseExtras(field, start);
    this.at = field.end;
    return { name: field.key, isRepr: field.conversion === 'r', line, from: start, to: field.end };
  }

  /** Attributes, indexes and format specs can reach far more than the value. */
  private refuseExtras({ key, path, conversion, hasSpec, end }: FormatField, start: number): void {
    const shown = `{${key}}`;
    if (path !== '') {
      const reason = {
        en: `only ${shown} is allowed, without attributes or indexes`,
        'zh-CN': `只允许 ${shown}，不能带属性或下标`,
      };
      throw this.refused(reason, 'path', start, end);
    }
    if (conversion === 'a') {
      const reason = { en: '!a is not allowed, use !r', 'zh-CN': '不支持 !a，请使用 !r' };
      throw this.refused(reason, 'conversion', start, end);
    }
    if (conversion !== null && conversion !== 'r' && conversion !== 's') {
      throw this.fault(conversionFault(conversion), 'conversion', start, end);
    }
    if (!hasSpec) return;
    const reason = {
      en: `only ${shown} is allowed, without a format`,
      'zh-CN': `只允许 ${shown}，不能带格式说明`,
    };
    throw this.refused(reason, 'format', start, end);
  }

  refused(reason: Texts, kind: FaultKind, from: number, to: number): TemplateNotRendered {
    const place = this.place(kind, from, to);
    return new TemplateNotRendered(reason, this.lineAt(from), null, place);
  }

  /** Python's own words, the same in every language. */
  private fault(reason: string, kind: FaultKind, from: number, to: number): TemplateNotRendered {
    return this.refused({ en: reason, 'zh-CN': reason }, kind, from, to);
  }

  private place(kind: FaultKind, from: number, to: number): FaultPlace {
    return { kind, from, to, until: this.until };
  }

  lineAt(at: number): number {
    let line = 1;
    for (
      let next = this.text.indexOf('\n');
      next >= 0 && next < at;
      next = this.text.indexOf('\n', next + 1)
    )
      line++;
    return line;
  }

  private take(length: number): void {
    this.pieces.push(this.text.slice(this.at, this.at + length));
    this.at += length;
  }
}
