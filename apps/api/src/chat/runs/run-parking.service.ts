import { Injectable } from '@nestjs/common';
import { ApprovalAnswers } from '@/agent/approvals/approval-answers.service';
import type { Caller } from '@/foundation/http/caller';
import { AccountsService } from '@/people/users/accounts.service';
import { closeCalls } from './cancelled-outcome';
import { AnswerDraft } from './journal/answer-draft';
import type { ActiveRun } from './journal/active-run';
import { RunJournal } from './journal/run-journal.service';
import type { Run } from './run.entity';
import { RunsRepository } from './runs.repository';

/** A run as it was when nobody worked on it any more. */
export interface ParkedRun {
  row: Run;
  /** Null when its owner may not use the product any more. */
  caller: Caller | null;
  draft: AnswerDraft;
  lastSeq: number;
}

/**
 * Puts a run aside that waits for a person while its server goes down: what was answered is stored, what waits keeps
 * waiting, and everything else that was begun is ended.
 */
@Injectable()
export class RunParking {
  constructor(
    private readonly repository: RunsRepository,
    private readonly journal: RunJournal,
    private readonly approvals: ApprovalAnswers,
    private readonly accounts: AccountsService,
  ) {}

  /** Runs of these that wait for a person, with the calls that do. */
  waitingCallsOf(runIds: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
    return this.approvals.pendingCallsOf(runIds);
  }

  /** False when nothing waits any more; then the run ends like any other. */
  async park(run: ActiveRun): Promise<boolean> {
    const pending = (await this.waitingCallsOf([run.id])).get(run.id);
    if (!pending) return false;
    closeCalls(run, pending);
    await this.journal.store();
    if (!(await this.repository.park(run.id))) return false;
    run.row.status = 'waiting';
    this.journal.remove(run);
    return true;
  }

  /** Null when somebody else goes on with it, or it does not wait: one update decides. */
  async unpark(runId: string): Promise<ParkedRun | null> {
    const row = await this.repository.unpark(runId);
    if (!row) return null;
    const [account, locale, draft, lastSeq] = await Promise.all([
      this.accounts.findActive(row.ownerId),
      this.approvals.localeOf(runId),
      this.draftOf(runId),
      this.repository.findLastSeq(row.conversationId),
    ]);
    const { id: userId, name, role } = account ?? { id: '', name: '', role: 'user' as const };
    const caller = account && { userId, name, role, locale, sessionId: null };
    return { row, caller, draft, lastSeq };
  }

  /** Those whose questions are all answered or out of time. */
  async listReady(): Promise<string[]> {
    const waiting = (await this.repository.findWaiting()).map(({ id }) => id);
    const pending = await this.waitingCallsOf(waiting);
    return waiting.filter((id) => !pending.has(id));
  }

  /** What a run answered so far, from its stored events. */
  async draftOf(runId: string): Promise<AnswerDraft> {
    const draft = new AnswerDraft();
    for (const event of await this.repository.findEventsOfRun(runId)) draft.apply(event);
    return draft;
  }
}
