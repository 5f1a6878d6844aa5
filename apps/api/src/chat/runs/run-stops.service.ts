import { Injectable } from '@nestjs/common';
import type { Caller } from '@/foundation/http/caller';
import { RunJournal } from './journal/run-journal.service';
import { RunWaking } from './run-waking.service';
import { RunNotFound } from './runs.errors';
import { RunsRepository } from './runs.repository';

/** Ends runs before they end by themselves. */
@Injectable()
export class RunStops {
  constructor(
    private readonly repository: RunsRepository,
    private readonly journal: RunJournal,
    private readonly waking: RunWaking,
  ) {}

  /** Resolves when the run is over; the model's connection and the tool's container are gone by then. */
  async stop(caller: Caller, runId: string): Promise<boolean> {
    const run = await this.repository.findOwned(caller.userId, runId);
    if (!run) throw new RunNotFound();
    const active = this.journal.find(runId);
    if (!active) return this.waking.stop(runId);
    active.abort.abort();
    await active.done;
    return true;
  }

  async stopAllOf(userId: string): Promise<void> {
    const runs = this.journal.listAll().filter(({ row }) => row.ownerId === userId);
    runs.forEach(({ abort }) => abort.abort());
    await Promise.all(runs.map(({ done }) => done));
    const waiting = (await this.repository.findWaiting()).filter((run) => run.ownerId === userId);
    for (const { id } of waiting) await this.waking.stop(id);
  }

  async stopConversation(conversationId: string): Promise<void> {
    const run = this.journal.findOfConversation(conversationId);
    run?.abort.abort();
    await run?.done;
  }
}
