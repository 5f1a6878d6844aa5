import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ApprovalAnswers } from '@/agent/approvals/approval-answers.service';
import { ApprovalAnswered } from '@/agent/approvals/approvals.events';
import { DEFAULT_LOCALE } from '@/foundation/errors/domain-error';
import { EventBus } from '@/foundation/events/event-bus';
import type { Caller } from '@/foundation/http/caller';
import { activeRun, type ActiveRun } from './journal/active-run';
import { RunJournal } from './journal/run-journal.service';
import { RunDriver } from './run-driver.service';
import { RunParking, type ParkedRun } from './run-parking.service';
import { RunSource } from './run-source.service';

/** Goes on with runs that waited for a person while no server worked on them. */
@Injectable()
export class RunWaking implements OnModuleInit {
  constructor(
    private readonly parking: RunParking,
    private readonly journal: RunJournal,
    private readonly driver: RunDriver,
    private readonly source: RunSource,
    private readonly approvals: ApprovalAnswers,
    private readonly events: EventBus,
  ) {}

  onModuleInit(): void {
    this.events.subscribe(ApprovalAnswered, ({ runId }) => this.wake(runId));
  }

  async wakeReady(): Promise<void> {
    for (const runId of await this.parking.listReady()) await this.wake(runId);
  }

  /** Does nothing to a run that somebody works on. */
  async wake(runId: string): Promise<void> {
    const parked = await this.parking.unpark(runId);
    if (parked) this.drive(parked, parked.caller === null);
  }

  /** Its questions are withdrawn and it ends as stopped. False when it does not wait. */
  async stop(runId: string): Promise<boolean> {
    await this.approvals.cancelOfRun(runId);
    const parked = await this.parking.unpark(runId);
    if (parked) await this.drive(parked, true).done;
    return parked !== null;
  }

  private drive({ row, caller, draft, lastSeq }: ParkedRun, isStopped: boolean): ActiveRun {
    const owner = caller ?? nobody(row.ownerId);
    const run = activeRun(owner, row, { lastSeq, events: this.events, draft });
    if (isStopped) run.abort.abort();
    this.journal.add(run);
    run.done = this.driver.drive(run, this.source.goOn(run));
    return run;
  }
}

/** Ends the run of somebody who may not use the product any more; every right of theirs is looked up anew anyway. */
const nobody = (userId: string): Caller => ({
  userId,
  name: '',
  role: 'user',
  locale: DEFAULT_LOCALE,
  sessionId: null,
});
