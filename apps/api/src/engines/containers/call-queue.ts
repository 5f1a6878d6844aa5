import { TooManyWaitingCalls } from './containers.errors';
import { Cooling } from './cooling';

export interface QueueLimits {
  atOnce: number;
  perPerson: number;
  waiting: number;
  waitingPerPerson: number;
}

/** The right to run one call; leaving twice is the same as leaving once. */
export interface Place {
  /** Whether the call ran into a limit. */
  leave(hitLimit?: boolean): void;
}

interface Waiter {
  admit(place: Place): void;
}

const GUESSED_CALL_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;

/** One line per person; whoever was served goes to the back, so a hundred calls of one hold nobody else up. */
export class CallQueue {
  /** In the order of whose turn is next. */
  private readonly lines = new Map<string, Waiter[]>();
  private readonly runningOf = new Map<string, number>();
  private runningCount = 0;
  private waitingCount = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly limits: QueueLimits,
    private readonly cooling = new Cooling(0),
  ) {}

  get running(): number {
    return this.runningCount;
  }

  get waiting(): number {
    return this.waitingCount;
  }

  /** Resolves to null when the signal aborts first. Throws TooManyWaitingCalls at once when the line is full. */
  async enter(ownerId: string, signal: AbortSignal): Promise<Place | null> {
    if (signal.aborted) return null;
    if (this.canRun(ownerId)) return this.occupy(ownerId);
    this.requireRoomToWait(ownerId);
    return this.wait(ownerId, signal);
  }

  private canRun(ownerId: string): boolean {
    return (
      this.runningCount < this.limits.atOnce &&
      (this.runningOf.get(ownerId) ?? 0) < this.limits.perPerson &&
      this.cooling.remainingMs(ownerId) === 0
    );
  }

  private requireRoomToWait(ownerId: string): void {
    const own = this.lines.get(ownerId)?.length ?? 0;
    if (this.waitingCount < this.limits.waiting && own < this.limits.waitingPerPerson) return;
    const rounds = Math.ceil(this.waitingCount / this.limits.atOnce);
    throw new TooManyWaitingCalls(
      this.waitingCount,
      Math.min(LONGEST_RETRY_MS, Math.max(1, rounds) * GUESSED_CALL_MS),
    );
  }

  private wait(ownerId: string, signal: AbortSignal): Promise<Place | null> {
    return new Promise((resolve) => {
      const giveUp = () => {
        this.removeWaiter(ownerId, waiter);
        resolve(null);
      };
      const waiter: Waiter = {
        admit: (place) => {
          signal.removeEventListener('abort', giveUp);
          resolve(place);
        },
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.lines.set(ownerId, [...(this.lines.get(ownerId) ?? []), waiter]);
      this.waitingCount++;
      this.admitCooled();
    });
  }

  private occupy(ownerId: string): Place {
    this.runningCount++;
    this.runningOf.set(ownerId, (this.runningOf.get(ownerId) ?? 0) + 1);
    let isLeft = false;
    return {
      leave: (hitLimit = false) => {
        if (isLeft) return;
        isLeft = true;
        if (hitLimit) this.cooling.note(ownerId);
        this.free(ownerId);
      },
    };
  }

  private free(ownerId: string): void {
    const left = (this.runningOf.get(ownerId) ?? 1) - 1;
    if (left > 0) this.runningOf.set(ownerId, left);
    else this.runningOf.delete(ownerId);
    this.runningCount--;
    this.admitAll();
  }

  /** When the next person has cooled down. */
  private admitCooled(): void {
    const pauses = [...this.lines.keys()].map((id) => this.cooling.remainingMs(id));
    const soonest = Math.min(...pauses.filter((ms) => ms > 0));
    clearTimeout(this.timer);
    if (Number.isFinite(soonest)) this.timer = setTimeout(() => this.admitAll(), soonest).unref();
  }

  private admitAll(): void {
    while (this.admitNext());
    this.admitCooled();
  }

  private admitNext(): boolean {
    for (const [ownerId, line] of this.lines) {
      const [waiter, ...rest] = line;
      if (!waiter || !this.canRun(ownerId)) continue;
      this.lines.delete(ownerId);
      if (rest.length > 0) this.lines.set(ownerId, rest);
      this.waitingCount--;
      waiter.admit(this.occupy(ownerId));
      return true;
    }
    return false;
  }

  private removeWaiter(ownerId: string, waiter: Waiter): void {
    const rest = (this.lines.get(ownerId) ?? []).filter((other) => other !== waiter);
    if (rest.length > 0) this.lines.set(ownerId, rest);
    else this.lines.delete(ownerId);
    this.waitingCount--;
  }
}
