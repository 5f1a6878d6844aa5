/**
 * Watches one stream for the report that follows a script's last byte. A piece of it may come at the end of
 * any chunk, so as many bytes as could be its beginning are held back.
 */
export class TrailerScanner {
  private readonly marker: Buffer;
  private held: Buffer = Buffer.alloc(0);
  private report: Buffer | null = null;
  private finished: string | null = null;
  private after: Buffer = Buffer.alloc(0);

  constructor(
    nonce: string,
    private readonly onOutput: (bytes: Buffer) => void,
  ) {
    this.marker = Buffer.from(`\0toolyard ${nonce} `);
  }

  /** The report's text once all of it is here. */
  get trailer(): string | null {
    return this.finished;
  }

  /** What came behind the report: no output of the script, but the container's next word. */
  get rest(): Buffer {
    return this.after;
  }

  push(bytes: Buffer): void {
    if (this.finished !== null) {
      this.after = Buffer.concat([this.after, bytes]);
      return;
    }
    if (this.report) return this.readReport(bytes);
    const data = this.held.length > 0 ? Buffer.concat([this.held, bytes]) : bytes;
    const found = data.indexOf(this.marker);
    if (found >= 0) {
      this.release(data.subarray(0, found));
      this.report = Buffer.alloc(0);
      this.held = Buffer.alloc(0);
      return this.readReport(data.subarray(found + this.marker.length));
    }
    const keep = this.beginningAtEndOf(data);
    this.release(data.subarray(0, data.length - keep));
    this.held = Buffer.from(data.subarray(data.length - keep));
  }

  /** The stream ended without a report: what was held back is output after all. */
  flush(): void {
    this.release(this.held);
    this.held = Buffer.alloc(0);
  }

  private release(bytes: Buffer): void {
    if (bytes.length > 0) this.onOutput(bytes);
  }

  private readReport(bytes: Buffer): void {
    this.report = Buffer.concat([this.report ?? Buffer.alloc(0), bytes]);
    const end = this.report.indexOf(0x0a);
    if (end < 0) return;
    this.finished = this.report.subarray(0, end).toString();
    this.after = Buffer.from(this.report.subarray(end + 1));
  }

  private beginningAtEndOf(data: Buffer): number {
    const from = Math.max(0, data.length - this.marker.length + 1);
    for (let at = data.indexOf(0, from); at >= 0; at = data.indexOf(0, at + 1)) {
      if (this.marker.subarray(0, data.length - at).equals(data.subarray(at))) {
        return data.length - at;
      }
    }
    return 0;
  }
}
