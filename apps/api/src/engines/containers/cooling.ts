/** Longest pause, in first pauses. */
const MOST_TIMES = 8;
/** After this long without a limit all is forgiven. */
const FORGIVEN_AFTER_MS = 60_000;

interface Heat {
  times: number;
  until: number;
}

/**
 * Who keeps running into limits pauses between calls, twice as long each time: making a container costs the machine
 * more than most calls, and a tool in a loop that floods or runs out of memory would make one after the other (S-32).
 */
export class Cooling {
  private readonly heats = new Map<string, Heat>();

  constructor(
    private readonly firstPauseMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** A call of this person ran into a limit. Calls that end well forgive nothing: a loop could mix them in. */
  note(ownerId: string): void {
    const now = this.now();
    for (const [id, { until }] of this.heats) {
      if (until + FORGIVEN_AFTER_MS <= now) this.heats.delete(id);
    }
    const times = (this.heats.get(ownerId)?.times ?? 0) + 1;
    const pauseMs = this.firstPauseMs * Math.min(2 ** (times - 1), MOST_TIMES);
    this.heats.set(ownerId, { times, until: now + pauseMs });
  }

  /** Milliseconds until the person's next call may begin; zero for nearly everybody. */
  remainingMs(ownerId: string): number {
    return Math.max(0, (this.heats.get(ownerId)?.until ?? 0) - this.now());
  }
}
