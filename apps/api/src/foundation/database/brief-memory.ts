const KEEP_MS = 1_000;

/**
 * Remembers an answer of the database for a second, for questions that every call asks. What this server changes is
 * read anew at once, and for the whole second after: a transaction around the change may end later than the change was
 * told. What another server changes is seen within the second.
 */
export class BriefMemory<Value> {
  private answer: Promise<Value> | null = null;
  private until = 0;
  private notBefore = 0;

  constructor(
    private readonly ask: () => Promise<Value>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get(): Promise<Value> {
    const now = this.now();
    if (now < this.notBefore) return this.ask();
    if (this.answer && now < this.until) return this.answer;
    const answer = this.ask();
    this.answer = answer;
    this.until = now + KEEP_MS;
    answer.catch(() => this.drop(answer));
    return answer;
  }

  forget(): void {
    this.answer = null;
    this.notBefore = this.now() + KEEP_MS;
  }

  private drop(answer: Promise<Value>): void {
    if (this.answer === answer) this.answer = null;
  }
}
