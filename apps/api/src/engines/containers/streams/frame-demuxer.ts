export type OutputStream = 'stdout' | 'stderr';

const HEADER_BYTES = 8;
const STREAMS: Record<number, OutputStream | undefined> = { 1: 'stdout', 2: 'stderr' };

/**
 * Takes Docker's frames apart: one byte of stream, three of nothing, four of length, then the payload.
 * Chunks may end anywhere, inside a header too.
 */
export class FrameDemuxer {
  private readonly header = Buffer.alloc(HEADER_BYTES);
  private headerFilled = 0;
  private payloadLeft = 0;

  constructor(private readonly onPayload: (stream: OutputStream, bytes: Buffer) => void) {}

  push(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      at += this.payloadLeft > 0 ? this.takePayload(chunk, at) : this.takeHeader(chunk, at);
    }
  }

  private takeHeader(chunk: Buffer, at: number): number {
    const taken = chunk.copy(this.header, this.headerFilled, at);
    this.headerFilled += taken;
    if (this.headerFilled === HEADER_BYTES) {
      this.headerFilled = 0;
      this.payloadLeft = this.header.readUInt32BE(4);
    }
    return taken;
  }

  private takePayload(chunk: Buffer, at: number): number {
    const bytes = chunk.subarray(at, at + this.payloadLeft);
    this.payloadLeft -= bytes.length;
    const stream = STREAMS[this.header[0] ?? 0];
    if (stream) this.onPayload(stream, bytes);
    return bytes.length;
  }
}
