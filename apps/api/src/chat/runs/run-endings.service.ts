import { Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { ConversationChanged } from '@/chat/conversations/conversations.events';
import { EventBus } from '@/foundation/events/event-bus';
import { ResultFiles } from '@/tools/result-files/result-files.service';
import { UserChanged } from '@/people/users/users.events';
import { RunJournal } from './journal/run-journal.service';
import { RunsRepository } from './runs.repository';
import { RunsService } from './runs.service';

/** Ends runs for reasons that lie outside them: a conversation removed, a person disabled, a server going down. */
@Injectable()
export class RunEndings implements OnModuleInit, BeforeApplicationShutdown {
  constructor(
    private readonly runs: RunsService,
    private readonly journal: RunJournal,
    private readonly repository: RunsRepository,
    private readonly resultFiles: ResultFiles,
    private readonly events: EventBus,
  ) {}

  onModuleInit(): void {
    this.events.subscribe(ConversationChanged, async ({ conversationId, row }) => {
      if (row !== null) return;
      await this.runs.stopConversation(conversationId);
      await this.repository.removeOfConversation(conversationId);
      await this.resultFiles.removeOfConversation(conversationId);
    });
    this.events.subscribe(UserChanged, async ({ userId, isActive }) => {
      if (!isActive) await this.runs.stopAllOf(userId);
    });
  }

  /** A planned restart loses nothing: what runs is stopped, stored and can be continued. */
  async beforeApplicationShutdown(): Promise<void> {
    const runs = this.journal.listAll();
    runs.forEach(({ abort }) => abort.abort());
    await Promise.all(runs.map(({ done }) => done));
  }
}
