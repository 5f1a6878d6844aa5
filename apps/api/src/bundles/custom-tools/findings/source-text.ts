/**
 * A file as it is checked: without a byte order mark, every line ended by one character. Findings are made on `text`
 * and told in offsets of the file as the editor holds it.
 */
export class SourceText {
  readonly text: string;
  private readonly shift: number;
  /** Places in `text` where the file has two characters for the end of a line. */
  private readonly pairs: number[] = [];
  private readonly lineStarts: number[] = [0];

  constructor(source: string) {
    this.shift = source.startsWith('\ufeff') ? 1 : 0;
    const bare = source.slice(this.shift);
    this.text = bare.replace(/\r\n?/g, '\n');
    for (let at = bare.indexOf('\r\n'), found = 0; at >= 0; at = bare.indexOf('\r\n', at + 2)) {
      this.pairs.push(at - found);
      found++;
    }
    for (let at = this.text.indexOf('\n'); at >= 0; at = this.text.indexOf('\n', at + 1)) {
      this.lineStarts.push(at + 1);
    }
  }

  /** Offset in the file of an offset in `text`. */
  originalAt(at: number): number {
    return at + this.shift + countBelow(this.pairs, at);
  }

  /** Both 1-based, columns in UTF-16 units. */
  positionAt(at: number): { line: number; column: number } {
    const line = countBelow(this.lineStarts, at + 1);
    return { line, column: at - (this.lineStarts[line - 1] ?? 0) + 1 };
  }

  /** From the first to behind the last character of a line; the nearest line when there is none of this number. */
  lineRange(line: number): { from: number; to: number } {
    const index = Math.min(Math.max(line, 1), this.lineStarts.length) - 1;
    const next = this.lineStarts[index + 1];
    return {
      from: this.lineStarts[index] ?? 0,
      to: next === undefined ? this.text.length : next - 1,
    };
  }
}

/** How many of the ascending numbers are smaller. */
function countBelow(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
