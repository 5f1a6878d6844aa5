const KEEP_MS = 1_000;
/** Beyond this everything is read again: a bound, not a size that is ever met. */
const MOST_KEYS = 10_000;

interface Remembered<Value> {
  answer: Promise<Value> | null;
  until: number;
}

/**
 * Remembers answers of the database for a second, for questions that every call asks. What this server changes is read
 * anew at once, and for the whole second after: a transaction around the change may end later than the change was told.
 * What another server changes is seen within the second.
 */
export class BriefMemory<Value, Key = void> {
  private readonly remembered = new Map<Key, Remembered<Value>>();

  constructor(
    private readonly ask: (key: Key) => Promise<Value>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get(key: Key): Promise<Value> {
    const now = this.now();
    const known = this.remembered.get(key);
    if (known && now < known.until) return known.answer ?? this.ask(key);
    if (this.remembered.size >= MOST_KEYS) this.remembered.clear();
    const answer = this.ask(key);
    const memory = { answer, until: now + KEEP_MS };
    this.remembered.set(key, memory);
    answer.catch(() => {
      if (this.remembered.get(key) === memory) this.remembered.delete(key);
    });
    return answer;
  }

  forget(key: Key): void {
    this.remembered.set(key, { answer: null, until: this.now() + KEEP_MS });
  }
}
