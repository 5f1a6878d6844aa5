import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Database } from '@/foundation/database/database';
import { storable } from '@/foundation/database/storable';
import { EventBus } from '@/foundation/events/event-bus';
import { Log } from '@/foundation/logging/log';
import type { AuditEntry } from '../audit-entry.entity';
import { chained, NO_CALL, type LedgerNote } from './ledger-chain';
import { LedgerGrew } from './ledger.events';
import { kindOf } from './ledger-kind';
import { LedgerRepository } from './ledger.repository';

const MOST_PER_TURN = 500;
const LOOK_EVERY_MS = 1_000;
/** A work that takes longer to commit is found by the next reader, or with the next row. */
const EXPECT_FOR_MS = 60_000;

/**
 * The only writer of the chain. Each turn is a short transaction of its own that locks the end of the chain, so writers
 * wait for each other for milliseconds and never for somebody's work: what is part of a work lies in the inbox until
 * that work is committed.
 */
@Injectable()
export class LedgerWriter implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | null = null;
  private settling: Promise<void> | null = null;
  private isAway = false;
  private expectedUntil = 0;

  constructor(
    private readonly repository: LedgerRepository,
    private readonly database: Database,
    private readonly events: EventBus,
    private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      if (this.isAway || performance.now() < this.expectedUntil) void this.look();
    }, LOOK_EVERY_MS).unref();
    void this.look();
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.look();
  }

  /** Something lies in the inbox, or will when a work is committed. An idle server does not look. */
  expectInbox(): void {
    this.expectedUntil = performance.now() + EXPECT_FOR_MS;
  }

  async append(notes: readonly LedgerNote[]): Promise<void> {
    const lastSeq = await this.database.inOwnTransaction(() => this.chain(notes));
    this.events.publish(new LedgerGrew(lastSeq));
  }

  /** Everything that was committed before is in the chain when this resolves. */
  async settle(): Promise<void> {
    // Somebody else's turn may have begun before the row was committed that this caller waits for.
    await this.settling;
    this.settling ??= this.emptyInbox().finally(() => (this.settling = null));
    await this.settling;
  }

  private async emptyInbox(): Promise<void> {
    while (await this.takeTurn());
  }

  private async takeTurn(): Promise<boolean> {
    const lastSeq = await this.database.inOwnTransaction(async () => {
      if (!(await this.repository.hasInbox())) return null;
      const end = await this.repository.lockHead();
      const entries = chained(end, (await this.repository.takeInbox(MOST_PER_TURN)).map(noteOf));
      await this.repository.append(entries);
      return entries.at(-1)?.seq ?? null;
    });
    if (lastSeq === null) return false;
    this.events.publish(new LedgerGrew(lastSeq));
    return true;
  }

  private async chain(notes: readonly LedgerNote[]): Promise<number> {
    const end = await this.repository.lockHead();
    const entries = chained(end, notes.map(asStored));
    await this.repository.append(entries);
    return entries.at(-1)?.seq ?? end.seq;
  }

  /** What stays in the inbox comes into the chain at a later look; an outage is logged once. */
  private async look(): Promise<void> {
    try {
      await this.settle();
      this.isAway = false;
    } catch (thrown) {
      if (!this.isAway) this.log.error(thrown, 'writing the ledger');
      this.isAway = true;
    }
  }
}

/** Written before its place was known, by whoever did the work. */
function noteOf({ at, actorId, action, subject, facts, outcome }: AuditEntry): LedgerNote {
  return { at, actorId, action, subject, facts, outcome, kind: kindOf(action), ...NO_CALL };
}

/** As the database will give it back: the hash is over that. */
const asStored = (note: LedgerNote): LedgerNote => {
  const plain = JSON.parse(JSON.stringify(storable(note.facts))) as object;
  const { subject, outcome, call, arguments: text, ...rest } = note;
  return { ...rest, ...storable({ subject, outcome, call, arguments: text }), facts: plain };
};
