export interface JsonFault {
  kind: 'comma' | 'end' | 'character' | 'after';
  sign: string;
  line: number;
  column: number;
}

/** Where a parser would stop, or null when the text is JSON. Browsers word and place this differently, so it is our own. */
export function findJsonFault(text: string): JsonFault | null {
  try {
    JSON.parse(text);
    return null;
  } catch {
    return locate(text, new Scanner(text).findStop());
  }
}

class Stop {
  constructor(
    readonly at: number,
    readonly kind: 'comma' | 'character' | 'after',
  ) {}
}

const SCALAR =
  /(?:"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-]))/y;
const STRING_START = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y;

/** Walks through the text by the grammar and stops at the first sign that does not belong. */
class Scanner {
  private at = 0;

  constructor(private readonly text: string) {}

  findStop(): Stop {
    try {
      this.value();
      this.skipSpace();
      return new Stop(this.at, 'after');
    } catch (thrown) {
      return thrown instanceof Stop ? thrown : new Stop(this.at, 'character');
    }
  }

  private value(): void {
    this.skipSpace();
    if (this.take('{')) this.list('}', () => this.pair());
    else if (this.take('[')) this.list(']', () => this.value());
    else this.scalar();
  }

  private list(close: string, item: () => void): void {
    this.skipSpace();
    if (this.take(close)) return;
    for (;;) {
      item();
      this.skipSpace();
      if (this.take(close)) return;
      const comma = this.at;
      if (!this.take(',')) this.stop();
      this.skipSpace();
      if (this.text[this.at] === close) throw new Stop(comma, 'comma');
    }
  }

  private pair(): void {
    this.skipSpace();
    if (this.text[this.at] !== '"') this.stop();
    this.scalar();
    this.skipSpace();
    if (!this.take(':')) this.stop();
    this.value();
  }

  private scalar(): void {
    if (this.match(SCALAR)) return;
    // In a string the fault is where it breaks off, not where it began.
    this.match(STRING_START);
    this.stop();
  }

  private match(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    const length = pattern.exec(this.text)?.[0].length ?? 0;
    this.at += length;
    return length > 0;
  }

  private take(wanted: string): boolean {
    if (this.text[this.at] !== wanted) return false;
    this.at += 1;
    return true;
  }

  private skipSpace(): void {
    while (' \t\n\r'.includes(this.text[this.at] ?? 'x')) this.at += 1;
  }

  private stop(): never {
    throw new Stop(this.at, 'character');
  }
}

function locate(text: string, { at, kind }: Stop): JsonFault {
  const before = text.slice(0, at).split('\n');
  return {
    kind: at >= text.length ? 'end' : kind,
    sign: String.fromCodePoint(text.codePointAt(at) ?? 32),
    line: before.length,
    column: (before.at(-1) ?? '').length + 1,
  };
}
