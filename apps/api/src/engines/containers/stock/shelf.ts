import type { ContainerConnection } from '../container-connection';
import type { ContainerShape } from '../container-shape';
import { WaitingLine } from '../waiting-line';
import type { StockTarget } from './stock-target';

export interface Shelved {
  connection: ContainerConnection;
  imageId: string;
  since: number;
}

/** Idle containers of one shape, and the calls that wait for the next one. */
export class Shelf {
  opening = 0;
  failures = 0;
  private shelved: Shelved[] = [];
  private readonly line = new WaitingLine<ContainerConnection>();

  constructor(
    readonly shape: ContainerShape,
    readonly ownerId: string,
    private readonly target: StockTarget,
  ) {}

  get idle(): number {
    return this.shelved.length;
  }

  /** Calls that no container is being made for yet. */
  get unserved(): number {
    return this.line.length - this.opening;
  }

  isNeeded(now: Date): boolean {
    return this.line.length + this.shelved.length + this.opening + this.target.at(now) > 0;
  }

  missing(now: Date): number {
    return this.line.length + this.target.at(now) - this.shelved.length - this.opening;
  }

  /** Null when there is none; those that died meanwhile are passed over. */
  take(now: Date): ContainerConnection | null {
    this.target.note(now);
    for (let next = this.shelved.shift(); next; next = this.shelved.shift()) {
      if (next.connection.isWaiting) return next.connection;
    }
    return null;
  }

  /** Null when the signal aborts first. */
  wait(signal: AbortSignal): Promise<ContainerConnection | null> {
    return this.line.wait(signal);
  }

  /** Given to whoever waits longest; true when it went to somebody. */
  place(shelved: Shelved): boolean {
    const isGiven = this.line.give(shelved.connection);
    if (!isGiven) this.shelved.push(shelved);
    return isGiven;
  }

  /** False when it is not here (any more). */
  remove(shelved: Shelved): boolean {
    const before = this.shelved.length;
    this.shelved = this.shelved.filter((other) => other !== shelved);
    return this.shelved.length < before;
  }

  refuseWaiters(reason: unknown): void {
    this.line.refuseAll(reason);
  }

  takeOutdated(imageId: string | null): ContainerConnection[] {
    const outdated = this.shelved.filter((it) => it.imageId !== imageId);
    this.shelved = this.shelved.filter((it) => it.imageId === imageId);
    return outdated.map(({ connection }) => connection);
  }

  /** The oldest when there are more than wanted, or when it is too old. */
  takeSuperfluous(now: Date, longestIdleMs: number): ContainerConnection | null {
    const [oldest] = this.shelved;
    if (!oldest) return null;
    const isTooMany = this.shelved.length > this.target.at(now);
    if (!isTooMany && now.getTime() - oldest.since <= longestIdleMs) return null;
    this.shelved.shift();
    return oldest.connection;
  }

  takeAll(): ContainerConnection[] {
    return this.shelved.splice(0).map(({ connection }) => connection);
  }
}
