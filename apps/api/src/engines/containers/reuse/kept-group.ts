import type { ContainerConnection } from '../container-connection';
import type { ContainerShape } from '../container-shape';
import { WaitingLine } from '../waiting-line';

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

/** The containers of one key, and its calls that wait for one. */
export class KeptGroup {
  /** How many are on their way from the stock. */
  growing = 0;
  private readonly members = new Set<Kept>();
  private readonly line = new WaitingLine<Kept>();

  constructor(
    readonly shape: ContainerShape,
    readonly ownerId: string,
  ) {}

  get size(): number {
    return this.members.size + this.growing;
  }

  get isEmpty(): boolean {
    return this.size + this.line.length === 0;
  }

  /** More calls wait than containers are on their way. */
  get needsMore(): boolean {
    return this.line.length > this.growing;
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
    return this.line.wait(signal);
  }

  /** It is ready: whoever waits longest gets it. */
  place(kept: Kept): void {
    this.members.add(kept);
    kept.isBusy = this.line.give(kept);
  }

  remove(kept: Kept): void {
    this.members.delete(kept);
  }

  refuseWaiters(reason: unknown): void {
    this.line.refuseAll(reason);
  }
}
