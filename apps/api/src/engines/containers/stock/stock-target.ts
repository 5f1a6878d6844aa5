const WINDOW_SECONDS = 60;

/**
 * How many idle containers to keep: the most calls that came within two seconds of the last minute, between the
 * operator's bounds. So a burst is met by a stock of its size while it lasts and a quiet machine keeps few.
 */
export class StockTarget {
  private readonly takenAt = new Map<number, number>();

  constructor(
    private readonly least: number,
    private readonly most: number,
  ) {}

  note(now: Date): void {
    const second = secondOf(now);
    this.takenAt.set(second, (this.takenAt.get(second) ?? 0) + 1);
    for (const old of this.takenAt.keys()) {
      if (old < second - WINDOW_SECONDS) this.takenAt.delete(old);
    }
  }

  at(now: Date): number {
    const first = secondOf(now) - WINDOW_SECONDS;
    let busiest = 0;
    for (const [second, count] of this.takenAt) {
      if (second >= first) {
        busiest = Math.max(busiest, count + (this.takenAt.get(second + 1) ?? 0));
      }
    }
    return Math.min(this.most, Math.max(this.least, busiest));
  }
}

const secondOf = (time: Date): number => Math.floor(time.getTime() / 1000);
