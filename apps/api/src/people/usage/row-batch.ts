/** Most rows of one INSERT: 65,535 parameters are PostgreSQL's limit. */
const MOST_PER_WRITE = 500;
const FLUSH_AFTER_MS = 400;
const RETRY_AFTER_MS = 2_000;
const MOST_WAITING = 20_000;

interface Trouble {
  onFailure(thrown: unknown): void;
  onDropped(rows: number): void;
}

/**
 * Rows written a moment later, many at once, so that bookkeeping costs a tool call nothing.
 * While the database is away rows wait; beyond the bound the oldest go, and that is said aloud.
 */
export class RowBatch<Row> {
  private waiting: Row[] = [];
  private timer: NodeJS.Timeout | null = null;
  private isBusy = false;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly write: (rows: Row[]) => Promise<void>,
    private readonly trouble: Trouble,
  ) {}

  add(row: Row): void {
    this.waiting.push(row);
    this.keepBound();
    if (this.waiting.length >= MOST_PER_WRITE && !this.isBusy) void this.flush();
    else this.flushAfter(FLUSH_AFTER_MS);
  }

  /** Everything added so far is written (or failed and waits for the next time) when this resolves. */
  flush(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.isBusy = true;
    this.writing = this.writing.then(() => this.writeWaiting());
    return this.writing;
  }

  private async writeWaiting(): Promise<void> {
    while (this.waiting.length > 0) {
      const rows = this.waiting.splice(0, MOST_PER_WRITE);
      try {
        await this.write(rows);
      } catch (thrown) {
        this.waiting.unshift(...rows);
        this.keepBound();
        this.trouble.onFailure(thrown);
        // Still busy: until this timer rings, no new row makes another attempt at a database that is away.
        return this.flushAfter(RETRY_AFTER_MS);
      }
    }
    this.isBusy = false;
  }

  private flushAfter(milliseconds: number): void {
    this.timer ??= setTimeout(() => void this.flush(), milliseconds).unref();
  }

  private keepBound(): void {
    const tooMany = this.waiting.length - MOST_WAITING;
    if (tooMany <= 0) return;
    this.waiting.splice(0, tooMany);
    this.trouble.onDropped(tooMany);
  }
}
