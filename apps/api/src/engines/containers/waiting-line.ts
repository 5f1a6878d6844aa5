interface Waiter<Thing> {
  give(thing: Thing): void;
  refuse(reason: unknown): void;
}

/** Those who wait for the next of something, in the order in which they came. */
export class WaitingLine<Thing> {
  private waiters: Waiter<Thing>[] = [];

  get length(): number {
    return this.waiters.length;
  }

  /** Null when the signal aborts first. */
  wait(signal: AbortSignal): Promise<Thing | null> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return resolve(null);
      const giveUp = () => {
        this.waiters = this.waiters.filter((other) => other !== waiter);
        resolve(null);
      };
      const settled = () => signal.removeEventListener('abort', giveUp);
      const waiter: Waiter<Thing> = {
        give: (thing) => {
          settled();
          resolve(thing);
        },
        refuse: (reason) => {
          settled();
          reject(reason as Error);
        },
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.waiters.push(waiter);
    });
  }

  /** To whoever waits longest; false when nobody waits. */
  give(thing: Thing): boolean {
    const waiter = this.waiters.shift();
    waiter?.give(thing);
    return waiter !== undefined;
  }

  refuseAll(reason: unknown): void {
    for (const waiter of this.waiters.splice(0)) waiter.refuse(reason);
  }
}
