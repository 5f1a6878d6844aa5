import type { Hole } from './pieces';

/** A value in the finished script, and the placeholder it stands for. */
export interface Spot {
  from: number;
  to: number;
  hole: Hole;
}

/** The script in the making; remembers where values went. */
export class ScriptWriter {
  code = '';
  readonly spots: Spot[] = [];

  text(text: string): void {
    this.code += text;
  }

  value(hole: Hole, text: string): void {
    const from = this.code.length;
    this.code += text;
    this.spots.push({ from, to: this.code.length, hole });
  }

  /** Behind each match from `start` on; marked values move along. */
  insertBehind(pattern: RegExp, insert: string, start: number): void {
    const matches = [...this.code.slice(start).matchAll(pattern)].reverse();
    for (const match of matches) {
      const at = start + match.index + match[0].length;
      this.code = this.code.slice(0, at) + insert + this.code.slice(at);
      for (const spot of this.spots) {
        if (spot.from >= at || spot.to > at) spot.to += insert.length;
        if (spot.from >= at) spot.from += insert.length;
      }
    }
  }
}
