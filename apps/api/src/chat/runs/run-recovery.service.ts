import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { RunEvent, RunEventBody } from '@/contract/chat';
import { ConversationsService } from '@/chat/conversations/conversations.service';
import { Database } from '@/foundation/database/database';
import { DEFAULT_LOCALE, toErrorBody } from '@/foundation/errors/domain-error';
import { Log } from '@/foundation/logging/log';
import type { AnswerDraft } from './journal/answer-draft';
import { cancelledOutcome } from './cancelled-outcome';
import { RunJournal } from './journal/run-journal.service';
import { RunParking } from './run-parking.service';
import { RunWaking } from './run-waking.service';
import { answerOf } from './run-row';
import type { Run } from './run.entity';
import { RunInterrupted } from './runs.errors';
import { RunsRepository } from './runs.repository';

const LOOK_EVERY_MS = 4_000;
/** Four missed heartbeats. */
const STALE_MS = 12_000;

/** Ends runs whose server died: what was written is kept and marked, every open call gets its end. */
@Injectable()
export class RunRecovery implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly repository: RunsRepository,
    private readonly journal: RunJournal,
    private readonly conversations: ConversationsService,
    private readonly parking: RunParking,
    private readonly waking: RunWaking,
    private readonly database: Database,
    private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.look(), LOOK_EVERY_MS);
  }

  onApplicationShutdown(): void {
    if (this.timer) clearInterval(this.timer);
  }

  /** Safe to run on several servers: one update decides who ends a run. */
  async look(): Promise<void> {
    try {
      const stale = await this.repository.findStale(STALE_MS);
      const lost = stale.filter(({ id }) => !this.journal.find(id));
      const waiting = await this.parking.waitingCallsOf(lost.map(({ id }) => id));
      for (const run of lost) {
        const calls = waiting.get(run.id);
        await this.database.inTransaction(() => (calls ? this.park(run, calls) : this.end(run)));
      }
      for (const run of lost) await this.conversations.announce(run.ownerId, run.conversationId);
      await this.waking.wakeReady();
    } catch (thrown) {
      this.log.error(thrown, 'looking for interrupted runs');
    }
  }

  private async end(run: Run): Promise<void> {
    const error = toErrorBody(new RunInterrupted(), DEFAULT_LOCALE);
    const canContinue = run.trigger !== 'manual';
    const end = { status: 'interrupted', error, canContinue, endedAt: new Date() } as const;
    if (!(await this.repository.end(run.id, end))) return;
    const draft = await this.parking.draftOf(run.id);
    const runEnd = { type: 'run_end', status: 'interrupted', error, canContinue } as const;
    await this.append(run, draft, [...callEnds(run, draft), runEnd]);
    if (draft.parts.length > 0) {
      await this.conversations.addMessage(answerOf(run, draft.parts));
    }
    await this.conversations.change(run.ownerId, run.conversationId, { isRunning: false });
  }

  /** Waits for a person, and nobody works on it: only the calls that were at work are over. */
  private async park(run: Run, waitingCalls: readonly string[]): Promise<void> {
    if (!(await this.repository.park(run.id))) return;
    const draft = await this.parking.draftOf(run.id);
    const ends = callEnds(run, draft, waitingCalls);
    await this.append(run, draft, ends);
  }

  private async append(run: Run, draft: AnswerDraft, bodies: RunEventBody[]): Promise<void> {
    const { id: runId, conversationId } = run;
    let seq = await this.repository.findLastSeq(conversationId);
    const at = new Date().toISOString();
    const events = bodies.map((body): RunEvent => ({ seq: ++seq, runId, at, ...body }));
    events.forEach((event) => draft.apply(event));
    await this.repository.insertEvents([{ conversationId, runId, events }]);
  }
}

/** Every call that was at work gets its end, but not those that wait for a person. */
const callEnds = (
  { heartbeatAt }: Run,
  draft: AnswerDraft,
  waiting: readonly string[] = [],
): RunEventBody[] =>
  draft
    .openCalls()
    .filter(({ callId }) => !waiting.includes(callId))
    .map(({ callId, startedAt }) => ({
      type: 'tool_call_end',
      callId,
      durationMs: Math.max(0, heartbeatAt.getTime() - Date.parse(startedAt)),
      outcome: cancelledOutcome(DEFAULT_LOCALE),
    }));
