import type { ContainerConnection } from '../container-connection';
import type { ContainerShape } from '../container-shape';

/** A container that serves one key until its end. */
export interface Kept {
  readonly connection: ContainerConnection;
  readonly imageId: string;
  readonly since: number;
  /** When its last call ended. */
  idleSince: number;
  calls: number;
  isBusy: boolean;
}

interface Waiter {
  give(kept: Kept): void;
  refuse(reason: unknown): void;
}

/** The containers of one key, and its calls that wait for one. */
export class KeptGroup {
  /** How many are on their way from the stock. */
  growing = 0;
  private readonly members = new Set<Kept>();
  private waiters: Waiter[] = [];

  constructor(
    readonly shape: ContainerShape,
    readonly ownerId: string,
  ) {}

  get size(): number {
    return this.members.size + this.growing;
  }

  get isEmpty(): boolean {
    return this.size + this.waiters.length === 0;
  }

  /** More calls wait than containers are on their way. */
  get needsMore(): boolean {
    return this.waiters.length > this.growing;
  }

  get all(): Kept[] {
    return [...this.members];
  }

  /** The one used last: the others may grow old. */
  takeIdle(): Kept | null {
    const idle = this.all.filter((it) => !it.isBusy && it.connection.isWaiting);
    const [latest] = idle.sort((a, b) => b.idleSince - a.idleSince);
    if (latest) latest.isBusy = true;
    return latest ?? null;
  }

  wait(signal: AbortSignal): Promise<Kept | null> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return resolve(null);
      const giveUp = () => {
        this.waiters = this.waiters.filter((other) => other !== waiter);
        resolve(null);
      };
      const settled = () => signal.removeEventListener('abort', giveUp);
      const waiter: Waiter = {
        give: (kept) => {
          settled();
          resolve(kept);
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

  /** It is ready: whoever waits longest gets it. */
  place(kept: Kept): void {
    this.members.add(kept);
    kept.isBusy = false;
    const waiter = this.waiters.shift();
    if (!waiter) return;
    kept.isBusy = true;
    waiter.give(kept);
  }

  remove(kept: Kept): void {
    this.members.delete(kept);
  }

  refuseWaiters(reason: unknown): void {
    for (const waiter of this.waiters.splice(0)) waiter.refuse(reason);
  }
}
