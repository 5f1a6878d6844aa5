import type { Texts } from '@/foundation/errors/domain-error';
import type { CodeHole } from './pieces';
import {
  isKeyword,
  isStatementKeyword,
  isWordCharacter,
  matchAt,
  TARGET_KEYWORDS,
  WORD,
} from './python-words';

type Before = 'start' | 'operator' | 'operand' | 'dot';

const FOLLOWS_OPERAND: Texts = {
  en: 'a placeholder directly follows a name, a value or a string; put an operator, a comma or a new line between',
  'zh-CN': '占位符紧跟在名称、值或字符串之后，请在中间加上运算符、逗号或换行',
};
const GLUED: Texts = {
  en: 'a placeholder touches a name, a number or a string; it stands for a whole value, not for a part of one',
  'zh-CN': '占位符与名称、数字或字符串相连；占位符代表完整的值，不能只是其中一部分',
};

/**
 * Follows bare Python just far enough to know what stands before a placeholder.
 * Where an operand already stands, the kind of the value would decide what the program is
 * (`x [1]` reads an item, `x (-1)` calls, `'a' 'b'` joins), so the template is refused for every value.
 */
export class CodePlace {
  private before: Before = 'start';
  private isAfterHole = false;
  private isAfterSoftKeyword = false;
  /** So far the statement is nothing but strings, placeholders and brackets: it may become a docstring. */
  private isOnlyText = true;
  private depth = 0;
  private isTarget = false;
  private statementHoles: CodeHole[] = [];

  word(word: string): void {
    const isFirst = this.before === 'start';
    if (word === 'in') this.isTarget = false;
    if (TARGET_KEYWORDS.has(word)) this.isTarget = true;
    const isSoft = isFirst && isStatementKeyword(word);
    this.isOnlyText = false;
    this.next(isSoft || isKeyword(word) ? 'operator' : 'operand');
    this.isAfterSoftKeyword = isSoft;
  }

  get canBeDocstring(): boolean {
    return this.isOnlyText;
  }

  number(): void {
    this.isOnlyText = false;
    this.next('operand');
  }

  /** @returns why a string must not stand here, or null */
  string(): Texts | null {
    const problem = this.isAfterHole ? GLUED : null;
    this.next('operand');
    return problem;
  }

  open(): void {
    this.depth++;
    this.next('operator');
  }

  close(): void {
    this.depth = Math.max(0, this.depth - 1);
    this.next('operand');
  }

  newline(): void {
    if (this.depth === 0) this.endStatement();
  }

  operator(character: string, previous: string | undefined, following: string | undefined): void {
    this.isOnlyText = false;
    if (character === '.') return this.next('dot');
    if (this.depth === 0) this.separator(character, previous, following);
    this.next(this.depth === 0 && character === ';' ? 'start' : 'operator');
  }

  /** @returns why a placeholder must not stand here, or null; completes the piece otherwise */
  hole(piece: CodeHole, previous: string | undefined, text: string, end: number): Texts | null {
    const following = text[end];
    const word = isWordCharacter(following) ? matchAt(WORD, text, end) : null;
    const problem = this.problemBefore(previous) ?? problemBehind(following, word);
    if (problem) return problem;
    const touches = /[\w\u0080-\uffff+-]/.test(previous ?? '') || word !== null;
    // `match [1]` reads an item and `match (-1)` calls unless a colon follows: parentheses make all values alike.
    piece.isWrapped = touches || following === '.' || this.isAfterSoftKeyword;
    piece.canBeDocstring = this.isOnlyText;
    piece.isTarget = this.isTarget;
    this.statementHoles.push(piece);
    this.next('operand');
    this.isAfterHole = true;
    return null;
  }

  private problemBefore(previous: string | undefined): Texts | null {
    if (this.before === 'dot') return GLUED;
    if (this.before !== 'operand') return null;
    return isWordCharacter(previous) ? GLUED : FOLLOWS_OPERAND;
  }

  /** Everything left of an assignment may be a target. */
  private separator(
    character: string,
    previous: string | undefined,
    following: string | undefined,
  ): void {
    if (character === ';' || character === ':') return this.forget();
    const isAssignment = character === '=' && following !== '=' && !/[=!<>:]/.test(previous ?? '');
    if (!isAssignment) return;
    for (const hole of this.statementHoles) hole.isTarget = true;
    this.isTarget = false;
  }

  private endStatement(): void {
    this.forget();
    this.next('start');
  }

  private forget(): void {
    this.isTarget = false;
    this.isOnlyText = true;
    this.statementHoles = [];
  }

  private next(before: Before): void {
    this.before = before;
    this.isAfterHole = false;
    this.isAfterSoftKeyword = false;
  }
}

function problemBehind(following: string | undefined, word: string | null): Texts | null {
  const isGlued = (word !== null && !isKeyword(word)) || following === "'" || following === '"';
  return isGlued ? GLUED : null;
}
