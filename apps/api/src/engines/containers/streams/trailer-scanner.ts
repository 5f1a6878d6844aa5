/**
 * Watches one stream for the report that follows a script's last byte. A piece of it may come at the end of
 * any chunk, so as many bytes as could be its beginning are held back.
 */
export class TrailerScanner {
  private readonly marker: Buffer;
  private held: Buffer = Buffer.alloc(0);
  private report: Buffer | null = null;
  private finished: string | null = null;

  constructor(
    nonce: string,
    private readonly onOutput: (bytes: Buffer) => void,
  ) {
    this.marker = Buffer.from(`\0toolyard ${nonce} `);
  }

  /** The report's text once all of it is here. Nothing after it counts. */
  get trailer(): string | null {
    return this.finished;
  }

  push(bytes: Buffer): void {
    if (this.finished !== null) return;
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
    const end = bytes.indexOf(0x0a);
    this.report = Buffer.concat([this.report ?? Buffer.alloc(0), bytes]);
    if (end < 0) return;
    this.finished = this.report.subarray(0, this.report.indexOf(0x0a)).toString();
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
