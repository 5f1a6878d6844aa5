import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ConversationPage, ConversationRow } from '@/contract/chat';
import { Clock } from '@/foundation/clock/clock';
import { storableText } from '@/foundation/database/storable';
import { EventBus } from '@/foundation/events/event-bus';
import type { Caller } from '@/foundation/http/caller';
import type { Conversation } from './conversation.entity';
import { ConversationNotFound } from './conversations.errors';
import { ConversationChanged } from './conversations.events';
import { ConversationsRepository, type MessageRow } from './conversations.repository';
import { pageCursor, parseCursor } from './page-cursor';
import { titleFrom } from './title';

const PAGE_SIZE = 50;

export type NewMessage = Omit<MessageRow, 'position' | 'createdAt'>;

/** Conversations and messages of one person. Every look-up carries the owner, so a foreign id is not found. */
@Injectable()
export class ConversationsService {
  constructor(
    private readonly repository: ConversationsRepository,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  async listPage(caller: Caller, search: string, cursor: string | null): Promise<ConversationPage> {
    const rows = await this.repository.findPage(caller.userId, {
      search: search.trim(),
      after: parseCursor(cursor),
      limit: PAGE_SIZE + 1,
    });
    const items = rows.slice(0, PAGE_SIZE);
    const last = items.at(-1);
    return {
      items: items.map(toRow),
      nextCursor: rows.length > PAGE_SIZE && last ? pageCursor(last) : null,
    };
  }

  async get(caller: Caller, id: string): Promise<Conversation> {
    const row = await this.repository.findOwned(caller.userId, id);
    if (!row) throw new ConversationNotFound();
    return row;
  }

  /** Only for chat/runs: a conversation begins with its first question. */
  async create(
    caller: Caller,
    firstText: string,
    change: Partial<Conversation>,
  ): Promise<Conversation> {
    const now = this.clock.now();
    const row: Conversation = {
      id: randomUUID(),
      ownerId: caller.userId,
      title: titleFrom(firstText),
      modelId: null,
      isRunning: false,
      createdAt: now,
      updatedAt: now,
      ...change,
    };
    await this.repository.insert(row);
    return row;
  }

  async rename(caller: Caller, id: string, title: string): Promise<ConversationRow> {
    await this.change(caller.userId, id, { title: storableText(title) });
    return this.announce(caller.userId, id);
  }

  async remove(caller: Caller, id: string): Promise<void> {
    if (!(await this.repository.remove(caller.userId, id))) throw new ConversationNotFound();
    this.events.publish(new ConversationChanged(caller.userId, id, null));
  }

  /** For chat/runs: the row follows what its run does. Call `announce` once the transaction is through. */
  async change(ownerId: string, id: string, change: Partial<Conversation>): Promise<void> {
    if (!(await this.repository.update(ownerId, id, change))) throw new ConversationNotFound();
  }

  async announce(ownerId: string, id: string): Promise<ConversationRow> {
    const found = await this.repository.findOwned(ownerId, id);
    if (!found) throw new ConversationNotFound();
    return this.announceRow(found);
  }

  /** The same where the caller holds the row already. */
  announceRow(row: Conversation): ConversationRow {
    const shown = toRow(row);
    this.events.publish(new ConversationChanged(row.ownerId, row.id, shown));
    return shown;
  }

  async listMessages(caller: Caller, id: string): Promise<MessageRow[]> {
    await this.get(caller, id);
    return this.repository.findMessages(id);
  }

  /**
   * Only for chat/runs, which has already checked whose conversation it is. Takes the next free position: two writers
   * of one conversation are kept apart by its running run. A conversation just made has none to look for.
   */
  async addMessage(row: NewMessage, isFirst = false): Promise<MessageRow> {
    const position = isFirst ? 1 : 1 + (await this.repository.findLastPosition(row.conversationId));
    const message = { ...row, position, createdAt: this.clock.now() };
    await this.repository.insertMessage(message);
    return message;
  }
}

export const toRow = (row: Conversation): ConversationRow => ({
  id: row.id,
  title: row.title,
  modelId: row.modelId,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  isRunning: row.isRunning,
});
