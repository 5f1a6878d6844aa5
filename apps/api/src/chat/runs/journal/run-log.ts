import type { RunEvent, RunEventBody } from '@/contract/chat';
import { storable, storableText } from '@/foundation/database/storable';
import { AnswerDraft } from './answer-draft';

/** How long text is gathered into one event: two frames of a 60 Hz screen. The first piece never waits. */
const GATHER_MS = 33;

/** The first half of a surrogate pair at the end of a text. */
const HALF_CHARACTER = /[\ud800-\udbff]$/;

type Delta = 'text_delta' | 'reasoning_delta';

/**
 * The events of one run, numbered, in memory while it runs. Watchers hear of each batch as it is made;
 * the journal takes what is not stored yet.
 */
export class RunLog {
  readonly events: RunEvent[] = [];
  private gathered: { type: Delta; text: string } | null = null;
  private timer: NodeJS.Timeout | null = null;
  private lastDeltaAt = 0;
  private stored = 0;

  constructor(
    readonly runId: string,
    private readonly firstSeq: number,
    private readonly listen: (events: RunEvent[]) => void,
    /** What stored events of the run add up to, when it goes on. */
    readonly draft = new AnswerDraft(),
  ) {}

  get lastSeq(): number {
    return this.firstSeq + this.events.length - 1;
  }

  append(body: RunEventBody): void {
    this.flush(true);
    this.emit(storable(body));
  }

  /** Numbers the last event without telling it: whoever hears of an end must be able to read it. */
  prepareEnd(body: RunEventBody): RunEvent {
    this.flush(true);
    return this.number(storable(body));
  }

  /** Once it is stored. */
  appendStoredEnd(end: RunEvent): void {
    this.tell(end);
    this.stored = this.events.length;
  }

  appendText(type: Delta, text: string): void {
    if (text === '') return;
    if (this.gathered && this.gathered.type !== type) this.flush(true);
    this.gathered = { type, text: (this.gathered?.text ?? '') + text };
    const waitMs = this.lastDeltaAt + GATHER_MS - Date.now();
    if (waitMs <= 0) this.flush();
    else this.timer ??= setTimeout(() => this.flush(), waitMs);
  }

  /** Events after `seq`, for a watcher that comes late. */
  after(seq: number): RunEvent[] {
    return this.events.slice(Math.max(0, seq - this.firstSeq + 1));
  }

  unstored(): RunEvent[] {
    return this.events.slice(this.stored);
  }

  markStored(count: number): void {
    this.stored += count;
  }

  /** A provider may cut between the two halves of one character: the first half waits for the second. */
  private flush(isEnd = false): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    if (!this.gathered) return;
    const { type, text } = this.gathered;
    const keep = !isEnd && HALF_CHARACTER.test(text) ? 1 : 0;
    this.gathered = keep ? { type, text: text.slice(-keep) } : null;
    const whole = storableText(keep ? text.slice(0, -keep) : text);
    if (whole === '') return;
    this.lastDeltaAt = Date.now();
    if (type === 'reasoning_delta') this.emit({ type, text: whole });
    else this.emit({ type, text: whole, offset: this.draft.textLength });
  }

  private emit(body: RunEventBody): void {
    this.tell(this.number(body));
  }

  private number(body: RunEventBody): RunEvent {
    const at = new Date(Date.now()).toISOString();
    return { seq: this.lastSeq + 1, runId: this.runId, at, ...body };
  }

  private tell(event: RunEvent): void {
    this.events.push(event);
    this.draft.apply(event);
    this.listen([event]);
  }
}
