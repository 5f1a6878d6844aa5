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
import { AnswerDraft } from './journal/answer-draft';
import { cancelledOutcome } from './cancelled-outcome';
import { RunJournal } from './journal/run-journal.service';
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
      for (const run of lost) await this.database.inTransaction(() => this.end(run));
      for (const run of lost) await this.conversations.announce(run.ownerId, run.conversationId);
    } catch (thrown) {
      this.log.error(thrown, 'looking for interrupted runs');
    }
  }

  private async end(run: Run): Promise<void> {
    const error = toErrorBody(new RunInterrupted(), DEFAULT_LOCALE);
    const canContinue = run.trigger !== 'manual';
    const end = { status: 'interrupted', error, canContinue, endedAt: new Date() } as const;
    if (!(await this.repository.end(run.id, end))) return;
    const { draft, missing } = await this.rebuild(run, error, canContinue);
    await this.repository.insertEvents([
      { conversationId: run.conversationId, runId: run.id, events: missing },
    ]);
    if (draft.parts.length > 0) {
      await this.conversations.addMessage(answerOf(run, draft.parts));
    }
    await this.conversations.change(run.ownerId, run.conversationId, { isRunning: false });
  }

  /** The stored part of the answer, and the events that end it properly. */
  private async rebuild(run: Run, error: ReturnType<typeof toErrorBody>, canContinue: boolean) {
    const draft = new AnswerDraft();
    for (const event of await this.repository.findEventsOfRun(run.id)) draft.apply(event);
    let seq = await this.repository.findLastSeq(run.conversationId);
    const ends: RunEventBody[] = draft.openCalls().map(({ callId, startedAt }) => ({
      type: 'tool_call_end',
      callId,
      durationMs: Math.max(0, run.heartbeatAt.getTime() - Date.parse(startedAt)),
      outcome: cancelledOutcome(DEFAULT_LOCALE),
    }));
    ends.push({ type: 'run_end', status: 'interrupted', error, canContinue });
    const at = new Date().toISOString();
    const missing = ends.map((end): RunEvent => ({ seq: ++seq, runId: run.id, at, ...end }));
    missing.forEach((event) => draft.apply(event));
    return { draft, missing };
  }
}
