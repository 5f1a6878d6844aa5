import { Injectable } from '@nestjs/common';
import type { ErrorBody } from '@/contract/errors';
import type { LoopEvent } from '@/agent/loop/loop.events';
import { ConversationsService } from '@/chat/conversations/conversations.service';
import { Database } from '@/foundation/database/database';
import { isDomainError, toErrorBody } from '@/foundation/errors/domain-error';
import { Log } from '@/foundation/logging/log';
import type { ActiveRun } from './active-run';
import { cancelledOutcome } from './cancelled-outcome';
import { RunJournal } from './run-journal.service';
import { answerOf } from './run-row';
import { canBecome, canContinueAfter, type EndedStatus } from './run-state';
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
    private readonly database: Database,
    private readonly log: Log,
  ) {}

  /** Never rejects. */
  async drive(run: ActiveRun, events: AsyncIterable<LoopEvent>): Promise<void> {
    const [status, error] = await this.follow(run, events);
    this.close(run, status, error);
    await this.storeUntilDone(run);
    this.journal.remove(run);
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
      for await (const event of events) append(run, event);
      return [signal.aborted ? 'stopped' : 'completed', null];
    } catch (thrown) {
      if (signal.aborted) return ['stopped', null];
      if (!isDomainError(thrown)) this.log.error(thrown, `run ${run.id}`);
      return ['failed', toErrorBody(thrown, run.caller.locale)];
    }
  }

  /** A call that was started and has no end yet gets one: cancelled (C-032). */
  private close(
    { log, row, caller }: ActiveRun,
    status: EndedStatus,
    error: ErrorBody | null,
  ): void {
    if (!canBecome(row.status, status)) return;
    for (const call of log.draft.openCalls()) {
      const durationMs = Date.now() - Date.parse(call.startedAt);
      const outcome = cancelledOutcome(caller.locale);
      log.append({ type: 'tool_call_end', callId: call.callId, durationMs, outcome });
    }
    const canContinue =
      row.trigger !== 'manual' && canContinueAfter(status, log.draft.hitStepLimit);
    Object.assign(row, { status, error, canContinue, endedAt: new Date() });
    log.append({ type: 'run_end', status, error, canContinue });
  }

  private async storeUntilDone(run: ActiveRun): Promise<void> {
    for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
      try {
        await this.journal.store();
        return await this.storeEnd(run);
      } catch (thrown) {
        this.log.error(thrown, `storing the end of run ${run.id}`);
        await new Promise((resolve) => setTimeout(resolve, pauseMs).unref());
      }
    }
  }

  private async storeEnd({ row, log, conversationId }: ActiveRun): Promise<void> {
    await this.database.inTransaction(async () => {
      const { status, error, canContinue, endedAt } = row;
      const isMine = await this.repository.end(row.id, { status, error, canContinue, endedAt });
      if (!isMine) return;
      if (log.draft.parts.length > 0) {
        await this.conversations.addMessage(answerOf(row, log.draft.parts));
      }
      const change = { isRunning: false, updatedAt: new Date() };
      await this.conversations.change(row.ownerId, conversationId, change);
    });
  }
}

function append({ log }: ActiveRun, event: LoopEvent): void {
  if (event.type === 'text_delta' || event.type === 'reasoning_delta') {
    log.appendText(event.type, event.text);
  } else {
    log.append(event);
  }
}
