import { Injectable } from '@nestjs/common';
import type { RunEvent } from '@/contract/chat';
import type { ErrorBody } from '@/contract/errors';
import { PARKED } from '@/agent/approvals/approval-watch.service';
import type { LoopEvent } from '@/agent/loop/loop.events';
import { ConversationsService } from '@/chat/conversations/conversations.service';
import { Database } from '@/foundation/database/database';
import { isDomainError, toErrorBody } from '@/foundation/errors/domain-error';
import { Log } from '@/foundation/logging/log';
import type { ActiveRun } from './journal/active-run';
import { closeCalls } from './cancelled-outcome';
import { RunJournal } from './journal/run-journal.service';
import { RunParking } from './run-parking.service';
import { answerOf } from './run-row';
import type { Run } from './run.entity';
import { canContinueAfter, type EndedStatus } from './run-state';
import { RunsRepository } from './runs.repository';

/** Longest pause between two tries to store an ended run while the database is away. */
const MAX_PAUSE_MS = 5_000;

/** Reads what a run does to its end, and stores the end whatever it is. */
@Injectable()
export class RunDriver {
  constructor(
    private readonly journal: RunJournal,
    private readonly repository: RunsRepository,
    private readonly conversations: ConversationsService,
    private readonly parking: RunParking,
    private readonly database: Database,
    private readonly log: Log,
  ) {}

  /** Never rejects. The end is told when it is stored: who hears of it may ask again, or read it, at once. */
  async drive(run: ActiveRun, events: AsyncIterable<LoopEvent>): Promise<void> {
    const [status, error] = await this.follow(run, events);
    if (isParked(run) && (await this.parkIfWaiting(run))) return;
    closeCalls(run);
    const end = endOf(run, status, error);
    await this.storeUntilDone(run, end);
    Object.assign(run.row, end.change);
    this.journal.remove(run);
    run.log.appendStoredEnd(end.event);
    await this.conversations
      .announce(run.row.ownerId, run.conversationId)
      .catch((thrown: unknown) => this.log.debug(`conversation gone: ${String(thrown)}`));
  }

  private async follow(
    run: ActiveRun,
    events: AsyncIterable<LoopEvent>,
  ): Promise<[EndedStatus, ErrorBody | null]> {
    const { signal } = run.abort;
    try {
      for await (const event of events) {
        // What is cut off by parking is not how a call ended: it goes on after it.
        if (isParked(run)) break;
        append(run, event);
      }
      return [signal.aborted ? 'stopped' : 'completed', null];
    } catch (thrown) {
      if (signal.aborted) return ['stopped', null];
      if (!isDomainError(thrown)) this.log.error(thrown, `run ${run.id}`);
      return ['failed', toErrorBody(thrown, run.caller.locale)];
    }
  }

  private async parkIfWaiting(run: ActiveRun): Promise<boolean> {
    try {
      return await this.parking.park(run);
    } catch (thrown) {
      this.log.error(thrown, `parking run ${run.id}`);
      return false;
    }
  }

  private async storeUntilDone(run: ActiveRun, end: RunEnding): Promise<void> {
    for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
      try {
        await this.journal.store();
        return await this.storeEnd(run, end);
      } catch (thrown) {
        this.log.error(thrown, `storing the end of run ${run.id}`);
        await new Promise((resolve) => setTimeout(resolve, pauseMs).unref());
      }
    }
  }

  private async storeEnd(
    { row, log, conversationId }: ActiveRun,
    { change, event }: RunEnding,
  ): Promise<void> {
    await this.database.inTransaction(async () => {
      const isMine = await this.repository.end(row.id, change);
      if (!isMine) return;
      await this.repository.insertEvents([{ conversationId, runId: row.id, events: [event] }]);
      if (log.draft.parts.length > 0) {
        await this.conversations.addMessage(answerOf(row, log.draft.parts));
      }
      const idle = { isRunning: false, updatedAt: new Date() };
      await this.conversations.change(row.ownerId, conversationId, idle);
    });
  }
}

const isParked = ({ abort }: ActiveRun): boolean => abort.signal.reason === PARKED;

interface RunEnding {
  change: Pick<Run, 'status' | 'error' | 'canContinue' | 'endedAt'>;
  event: RunEvent;
}

function endOf({ row, log }: ActiveRun, status: EndedStatus, error: ErrorBody | null): RunEnding {
  const canContinue = row.trigger !== 'manual' && canContinueAfter(status, log.draft.hitStepLimit);
  return {
    change: { status, error, canContinue, endedAt: new Date() },
    event: log.prepareEnd({ type: 'run_end', status, error, canContinue }),
  };
}

function append({ log }: ActiveRun, event: LoopEvent): void {
  if (event.type === 'text_delta' || event.type === 'reasoning_delta') {
    log.appendText(event.type, event.text);
  } else {
    log.append(event);
  }
}
