/**
 * Keeps the first characters of one stream and counts the rest. Bytes that are no UTF-8 become U+FFFD, so the
 * text never holds half a character; a character cut by a chunk waits for its other half. What is kept is told as it
 * comes.
 */
export class OutputCollector {
  private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  private readonly pieces: string[] = [];
  private kept = 0;
  private counted = 0;

  constructor(
    private readonly limitChars: number,
    private readonly onKept: (text: string) => void = () => undefined,
  ) {}

  push(bytes: Uint8Array): void {
    this.take(this.decoder.decode(bytes, { stream: true }));
  }

  /** An unfinished character at the very end counts as one broken character. */
  end(): void {
    this.take(this.decoder.decode());
  }

  get text(): string {
    return this.pieces.join('');
  }

  /** True length in code points, what was dropped included. */
  get chars(): number {
    return this.counted;
  }

  get isTruncated(): boolean {
    return this.counted > this.kept;
  }

  private take(text: string): void {
    if (text === '') return;
    const chars = codePoints(text);
    const room = this.limitChars - this.kept;
    this.counted += chars;
    if (room <= 0) return;
    const piece = chars <= room ? text : firstCodePoints(text, room);
    this.pieces.push(piece);
    this.kept += Math.min(chars, room);
    this.onKept(piece);
  }
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

/**
 * Decoded text has surrogates in pairs only, so each high one stands for one unit too many. A pattern, because the
 * engine knows of most text that it cannot hold any: a flood of letters is counted for nothing.
 */
const codePoints = (text: string): number =>
  text.length - (text.match(/[\ud800-\udbff]/g)?.length ?? 0);

function firstCodePoints(text: string, count: number): string {
  let at = 0;
  for (let left = count; left > 0 && at < text.length; left--) {
    at += isHighSurrogate(text.charCodeAt(at)) ? 2 : 1;
  }
  return text.slice(0, at);
}
