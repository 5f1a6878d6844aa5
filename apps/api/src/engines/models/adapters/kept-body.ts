/** Pieces read ahead of the reader; the network waits while there are more. */
const AHEAD = 256;

/**
 * The same answer, but when the connection breaks, what came before is read first. A body of fetch drops everything
 * unread the moment it fails, so a person would lose text that had reached the server.
 */
export function keepingWhatCame(response: Response): Response {
  const { status, headers, body } = response;
  if (!body) return response;
  return new Response(new KeptBody(body).stream(), { status, headers: [...headers] });
}

class KeptBody {
  private readonly reader: ReadableStreamDefaultReader<Uint8Array>;
  private readonly pieces: Uint8Array[] = [];
  private end: { failure: unknown } | null = null;
  private wake: () => void = () => undefined;

  constructor(body: ReadableStream<Uint8Array>) {
    this.reader = body.getReader();
    void this.readAhead();
  }

  stream(): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>(
      {
        pull: (controller) => this.next(controller),
        cancel: (reason) => this.reader.cancel(reason),
      },
      { highWaterMark: 0 },
    );
  }

  private async readAhead(): Promise<void> {
    try {
      for (;;) {
        while (this.pieces.length >= AHEAD) await this.change();
        const { done, value } = await this.reader.read();
        if (done) break;
        this.pieces.push(value);
        this.wake();
      }
      this.end = { failure: null };
    } catch (failure) {
      this.end = { failure };
    }
    this.wake();
  }

  private async next(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    while (this.pieces.length === 0 && !this.end) await this.change();
    const piece = this.pieces.shift();
    this.wake();
    if (piece) controller.enqueue(piece);
    else if (this.end?.failure) controller.error(this.end.failure);
    else controller.close();
  }

  /** Only one side ever waits: the reader for a piece, or the network for room. */
  private change(): Promise<void> {
    return new Promise((done) => (this.wake = done));
  }
}
