import {
  closingOf,
  isStringPrefix,
  isWordCharacter,
  literalKind,
  matchAt,
  WORD,
  type LiteralKind,
} from './python-words';

/** An open brace remembers whether the author doubled it: the closing one is halved in the same way. */
type Bracket = '(' | 'single' | 'double';

/**
 * Copies an f-string, halving the author's doubled braces and leaving everything else to Python.
 * No value ever gets in here. Fields are read as Python 3.12 reads them, with strings of every kind inside;
 * whatever an older Python ends earlier is a syntax error there, because its field is still open.
 */
export function copyFormattedString(
  text: string,
  start: number,
  kind: LiteralKind,
): { copy: string; end: number } {
  const copier = new FormattedStringCopier(text, start);
  copier.literal(kind);
  return { copy: copier.copy, end: copier.at };
}

class FormattedStringCopier {
  copy = '';

  constructor(
    private readonly text: string,
    public at: number,
  ) {}

  /** From behind the opening quotes to behind the closing ones. */
  literal(kind: LiteralKind): void {
    const close = closingOf(kind);
    while (this.at < this.text.length) {
      const character = this.text[this.at];
      if (this.text.startsWith(close, this.at)) return this.take(close.length);
      if (character === '\n' && !kind.isTriple) return;
      if (character === '\\') this.backslash(kind);
      else if (character === '{') this.openingRun(kind);
      else if (character === '}') this.closingRun();
      else this.take(1);
    }
  }

  /** Of a run of braces every pair in the result is text to Python; an odd one out opens a field. */
  private openingRun(kind: LiteralKind): void {
    const length = this.runLength('{');
    const kept = Math.ceil(length / 2);
    this.copy += '{'.repeat(kept);
    this.at += length;
    if (kept % 2 === 1) this.field(kind, length % 2 === 1 ? 'single' : 'double');
  }

  private closingRun(): void {
    const length = this.runLength('}');
    this.copy += '}'.repeat(Math.ceil(length / 2));
    this.at += length;
  }

  private runLength(brace: string): number {
    let length = 0;
    while (this.text[this.at + length] === brace) length++;
    return length;
  }

  private backslash({ isRaw }: LiteralKind): void {
    const next = this.text[this.at + 1];
    if (next === '{' || next === '}') return this.take(1);
    if (!isRaw && next === 'N' && this.text[this.at + 2] === '{') return this.characterName();
    this.take(2);
  }

  /** `\N{BULLET}` is not a field, whether the author doubled its braces or not. */
  private characterName(): void {
    const isDoubled = this.text[this.at + 3] === '{';
    this.copy += '\\N{';
    this.at += isDoubled ? 4 : 3;
    while (/[\w \-]/.test(this.text[this.at] ?? '')) this.take(1);
    if (this.text[this.at] !== '}') return;
    this.copy += '}';
    this.at += isDoubled && this.text[this.at + 1] === '}' ? 2 : 1;
  }

  /** From behind the opening brace of a field to behind its closing one. */
  private field(kind: LiteralKind, style: Bracket): void {
    const open: Bracket[] = [style];
    while (open.length > 0 && this.at < this.text.length) {
      const character = this.text[this.at];
      if (character === '}') this.close(open);
      else if (character === '{') open.push(this.openBrace());
      else if (character === ':' && open.length === 1) {
        this.take(1);
        if (this.spec(kind)) this.close(open);
      } else this.expression(character, open);
    }
  }

  private expression(character: string | undefined, open: Bracket[]): void {
    if (character === "'" || character === '"') return this.nested('', open);
    if (character === '#') return this.comment();
    if (isWordCharacter(character)) return this.word(open);
    this.take(1);
    if (character === '(' || character === '[') open.push('(');
    else if ((character === ')' || character === ']') && open.at(-1) === '(') open.pop();
  }

  private openBrace(): Bracket {
    const isDoubled = this.text[this.at + 1] === '{';
    this.copy += '{';
    this.at += isDoubled ? 2 : 1;
    return isDoubled ? 'double' : 'single';
  }

  private close(open: Bracket[]): void {
    const style = open.pop();
    this.copy += '}';
    this.at += style === 'double' && this.text[this.at + 1] === '}' ? 2 : 1;
  }

  /** The part behind the colon. True when a closing brace ended it, false when Python goes back to the expression. */
  private spec(kind: LiteralKind): boolean {
    const close = closingOf(kind);
    while (this.at < this.text.length) {
      const character = this.text[this.at];
      if (character === '}') return true;
      if (this.text.startsWith(close, this.at)) return false;
      if (character === '\n' && !kind.isTriple) return false;
      if (character === '\\') this.backslash(kind);
      else if (character === '{') this.field(kind, this.openBrace());
      else this.take(1);
    }
    return false;
  }

  private word(open: Bracket[]): void {
    const word = matchAt(WORD, this.text, this.at) ?? '';
    this.take(word.length);
    const next = this.text[this.at];
    if ((next === "'" || next === '"') && isStringPrefix(word)) this.nested(word, open);
  }

  private comment(): void {
    const end = this.text.indexOf('\n', this.at);
    this.take((end < 0 ? this.text.length : end) - this.at);
  }

  /** A string inside a field. A plain one loses doubled braces only where the author doubles them around it, too. */
  private nested(prefix: string, open: Bracket[]): void {
    const kind = literalKind(prefix, this.text, this.at);
    const close = closingOf(kind);
    this.take(close.length);
    if (kind.isFormatted) return this.literal(kind);
    const isHalving = open.findLast((bracket) => bracket !== '(') === 'double';
    while (this.at < this.text.length) {
      const character = this.text[this.at];
      if (this.text.startsWith(close, this.at)) return this.take(close.length);
      if (character === '\n' && !kind.isTriple) return;
      const isPair =
        (character === '{' || character === '}') && this.text[this.at + 1] === character;
      if (isHalving && isPair) this.at++;
      this.take(character === '\\' ? 2 : 1);
    }
  }

  private take(length: number): void {
    this.copy += this.text.slice(this.at, this.at + length);
    this.at += length;
  }
}
