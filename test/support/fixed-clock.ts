import { Clock } from '@/foundation/clock/clock';

/** Time that stands still until a test moves it. */
export class FixedClock extends Clock {
  constructor(private time = new Date('2026-01-05T08:00:00.000Z')) {
    super();
  }

  now(): Date {
    return new Date(this.time);
  }

  pass(milliseconds: number): void {
    this.time = new Date(this.time.getTime() + milliseconds);
  }
}
