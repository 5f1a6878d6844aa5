import { Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { ApprovalAnswers } from '@/agent/approvals/approval-answers.service';
import { PARKED } from '@/agent/approvals/approval-watch.service';
import { ConversationChanged } from '@/chat/conversations/conversations.events';
import { EventBus } from '@/foundation/events/event-bus';
import { Log } from '@/foundation/logging/log';
import { ResultFiles } from '@/tools/result-files/result-files.service';
import { UserChanged } from '@/people/users/users.events';
import { RunJournal } from './journal/run-journal.service';
import { RunsRepository } from './runs.repository';
import { RunStops } from './run-stops.service';

/** Ends runs for reasons that lie outside them: a conversation removed, a person disabled, a server going down. */
@Injectable()
export class RunEndings implements OnModuleInit, BeforeApplicationShutdown {
  constructor(
    private readonly stops: RunStops,
    private readonly journal: RunJournal,
    private readonly repository: RunsRepository,
    private readonly resultFiles: ResultFiles,
    private readonly approvals: ApprovalAnswers,
    private readonly events: EventBus,
    private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.events.subscribe(ConversationChanged, async ({ conversationId, row }) => {
      if (row !== null) return;
      await this.stops.stopConversation(conversationId);
      await this.repository.removeOfConversation(conversationId);
      await this.resultFiles.removeOfConversation(conversationId);
      await this.approvals.removeOfConversation(conversationId);
    });
    this.events.subscribe(UserChanged, async ({ userId, isActive }) => {
      if (!isActive) await this.stops.stopAllOf(userId);
    });
  }

  /** A planned restart loses nothing: what waits for a person keeps waiting, the rest is stopped and can be continued. */
  async beforeApplicationShutdown(): Promise<void> {
    const runs = this.journal.listAll();
    const waiting = await this.waitingOf(runs.map(({ id }) => id));
    runs.forEach(({ id, abort }) => (waiting.has(id) ? abort.abort(PARKED) : abort.abort()));
    await Promise.all(runs.map(({ done }) => done));
  }

  /** None while the database is away: then every run is stopped, and stored when it can be. */
  private async waitingOf(runIds: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
    try {
      return await this.approvals.pendingCallsOf(runIds);
    } catch (thrown) {
      this.log.error(thrown, 'looking for runs that wait');
      return new Map();
    }
  }
}
