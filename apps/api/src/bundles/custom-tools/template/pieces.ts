import type { Texts } from '@/foundation/errors/domain-error';
import type { LiteralKind } from './python-words';
import type { FaultKind, TemplateNotRendered } from './template.errors';

/** A placeholder: which parameter, and whether its `repr()` was asked for. */
export interface Hole {
  name: string;
  isRepr: boolean;
  line: number;
  /** From the opening brace to behind the closing one. */
  from: number;
  to: number;
}

/** A placeholder where Python expects a value. */
export interface CodeHole {
  kind: 'code';
  hole: Hole;
  /** A neighbour could swallow part of the value, so it comes in parentheses. */
  isWrapped: boolean;
  /** Stands where a name gets a value; only `[]` would pass there as something else than a value. */
  isTarget: boolean;
  /** A docstring is looked at while compiling, where Python 3.13 refuses half of a surrogate pair. */
  canBeDocstring: boolean;
}

/** A string literal with placeholders inside. */
export interface LiteralPiece {
  kind: 'literal';
  literal: LiteralKind;
  /** Prefix and opening quotes. */
  open: string;
  parts: (string | Hole)[];
  close: string;
  /** The same quote follows at once: an empty literal would join it to a triple quote. */
  isBeforeQuote: boolean;
  canBeDocstring: boolean;
}

export interface CommentPiece {
  kind: 'comment';
  parts: (string | Hole)[];
  /** Python looks for an encoding in the first two lines. */
  line: number;
}

/** A template, split by where its placeholders stand; strings are Python source as it will run. */
export type Piece = string | CodeHole | LiteralPiece | CommentPiece;

/** What the readers of single places need of the scanner. */
export interface TemplateCursor {
  readonly text: string;
  at: number;
  plainOrHole(plain: RegExp): string | Hole;
  refused(reason: Texts, kind: FaultKind, from: number, to: number): TemplateNotRendered;
}
