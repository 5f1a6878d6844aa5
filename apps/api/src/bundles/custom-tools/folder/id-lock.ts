/** Writes to one tool wait for each other; different tools do not. */
export class IdLock {
  private readonly tails = new Map<string, Promise<unknown>>();

  async run<T>(id: string, work: () => Promise<T>): Promise<T> {
    const key = id.toLowerCase();
    const result = (this.tails.get(key) ?? Promise.resolve()).then(work);
    const tail = result.then(
      () => undefined,
      () => undefined,
    );
    this.tails.set(key, tail);
    try {
      return await result;
    } finally {
      if (this.tails.get(key) === tail) this.tails.delete(key);
    }
  }
}
