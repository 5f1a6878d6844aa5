/** Lets several things that happen side by side be read as one async sequence. */
export class EventQueue<Event> implements AsyncIterable<Event> {
  private readonly waiting: Event[] = [];
  private isClosed = false;
  private wake: () => void = () => undefined;

  push(event: Event): void {
    this.waiting.push(event);
    this.wake();
  }

  /** What was pushed before is still delivered. */
  close(): void {
    this.isClosed = true;
    this.wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Event> {
    for (;;) {
      while (this.waiting.length > 0) yield this.waiting.shift() as Event;
      if (this.isClosed) return;
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }
}
