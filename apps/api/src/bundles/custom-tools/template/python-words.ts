/** Keywords after which Python waits for a value, so that a placeholder may follow. */
const VALUE_KEYWORDS = new Set(
  (
    'and as assert async await break class continue def del elif else except finally for from global if ' +
    'import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);

/** Soft keywords: only the first word of a statement. */
const STATEMENT_KEYWORDS = new Set(['match', 'case']);

/** After these stand names that get a value, not values. */
export const TARGET_KEYWORDS = new Set(['for', 'as', 'del']);

export const isKeyword = (word: string): boolean => VALUE_KEYWORDS.has(word);
export const isStatementKeyword = (word: string): boolean => STATEMENT_KEYWORDS.has(word);

const PREFIXES = new Set(['r', 'u', 'b', 'f', 't', 'br', 'rb', 'fr', 'rf', 'tr', 'rt']);

export const isStringPrefix = (word: string): boolean => PREFIXES.has(word.toLowerCase());

/** Letters, digits, underscore and, as Python's tokenizer has it, everything beyond ASCII. */
export const WORD = /[\w\u0080-\uffff]+/y;
export const NUMBER_WORD = /(?:\d|\.\d)[\w.\u0080-\uffff]*/y;
export const isWordCharacter = (character: string | undefined): boolean =>
  character !== undefined && /[\w\u0080-\uffff]/.test(character);

export function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

/** A string literal as its opening tells: the prefix and the quotes decide how a value must look inside. */
export interface LiteralKind {
  quote: "'" | '"';
  isTriple: boolean;
  isRaw: boolean;
  isBytes: boolean;
  isFormatted: boolean;
}

export function literalKind(prefix: string, text: string, quoteAt: number): LiteralKind {
  const quote = text[quoteAt] === '"' ? '"' : "'";
  const lower = prefix.toLowerCase();
  return {
    quote,
    isTriple: text.startsWith(quote.repeat(3), quoteAt),
    isRaw: lower.includes('r'),
    isBytes: lower.includes('b'),
    isFormatted: lower.includes('f') || lower.includes('t'),
  };
}

export const closingOf = ({ quote, isTriple }: LiteralKind): string =>
  isTriple ? quote.repeat(3) : quote;
