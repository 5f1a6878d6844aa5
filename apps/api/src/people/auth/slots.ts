import { SignInBusy } from './auth.errors';

/** At most `size` pieces of costly work at once, and a line of bounded length before them. */
export class Slots {
  private free: number;
  private readonly line: (() => void)[] = [];

  constructor(
    size: number,
    private readonly longestLine: number,
  ) {
    this.free = size;
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.enter();
    try {
      return await work();
    } finally {
      const next = this.line.shift();
      if (next) next();
      else this.free += 1;
    }
  }

  private async enter(): Promise<void> {
    if (this.free > 0) {
      this.free -= 1;
      return;
    }
    if (this.line.length >= this.longestLine) throw new SignInBusy();
    await new Promise<void>((resolve) => this.line.push(resolve));
  }
}
