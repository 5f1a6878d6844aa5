import { Injectable } from '@nestjs/common';
import type { ConversationDetail, Message, RunEvent, RunRow } from '@/contract/chat';
import { ConversationsService, toRow } from '@/chat/conversations/conversations.service';
import type { Caller } from '@/foundation/http/caller';
import type { AnswerDraft } from './journal/answer-draft';
import { RunJournal } from './journal/run-journal.service';
import { RunParking } from './run-parking.service';
import { toMessage, toRunRow } from './run-row';
import type { Run } from './run.entity';
import { RunsRepository } from './runs.repository';

const MAX_EVENTS = 1_000;

/** What a browser sees when it opens a conversation, and what it missed while it was away. */
@Injectable()
export class RunReader {
  constructor(
    private readonly repository: RunsRepository,
    private readonly conversations: ConversationsService,
    private readonly journal: RunJournal,
    private readonly parking: RunParking,
  ) {}

  /**
   * Messages and `lastSeq` belong together: the unfinished answer of a running run is in both, as far as it is.
   * The journal is asked first and last, so that a run which starts or ends meanwhile is seen.
   */
  async open(caller: Caller, conversationId: string): Promise<ConversationDetail> {
    const before = this.journal.findOfConversation(conversationId);
    const conversation = await this.conversations.get(caller, conversationId);
    const messages = await this.conversations.listMessages(caller, conversationId);
    const runs = await this.repository.findOfConversation(conversationId);
    const lastSeq = await this.repository.findLastSeq(conversationId);
    const active = before ?? this.journal.findOfConversation(conversationId);
    const detail: ConversationDetail = {
      conversation: toRow(conversation),
      messages: messages.map(toMessage),
      runs: runs.map(toRunRow),
      lastSeq,
    };
    if (active)
      return withAnswer(detail, {
        row: active.row,
        draft: active.log.draft,
        lastSeq: active.log.lastSeq,
      });
    const waiting = runs.find(({ status }) => status === 'waiting');
    if (!waiting) return detail;
    return withAnswer(detail, {
      row: waiting,
      draft: await this.parking.draftOf(waiting.id),
      lastSeq,
    });
  }

  /** One page of what is stored and what is still only in memory. */
  async eventsAfter(
    caller: Caller,
    conversationId: string,
    afterSeq: number,
    limit: number,
  ): Promise<RunEvent[]> {
    const events = await this.prepareWatch(caller, conversationId, afterSeq, limit);
    return events().slice(0, limit);
  }

  /**
   * Everything after `afterSeq`, as a function: call it in the very tick in which you begin to listen,
   * and no event falls between the two.
   */
  async prepareWatch(
    caller: Caller,
    conversationId: string,
    afterSeq: number,
    limit = Infinity,
  ): Promise<() => RunEvent[]> {
    await this.conversations.get(caller, conversationId);
    const before = this.journal.findOfConversation(conversationId);
    const stored = await this.readStored(conversationId, afterSeq, limit);
    const from = stored.at(-1)?.seq ?? afterSeq;
    return () => {
      const active = before ?? this.journal.findOfConversation(conversationId);
      return [...stored, ...(active?.log.after(from) ?? [])];
    };
  }

  private async readStored(
    conversationId: string,
    afterSeq: number,
    limit: number,
  ): Promise<RunEvent[]> {
    const events: RunEvent[] = [];
    for (let from = afterSeq; events.length < limit; from = events.at(-1)?.seq ?? from) {
      const page = await this.repository.findEventsAfter(conversationId, from, MAX_EVENTS);
      events.push(...page);
      if (page.length < MAX_EVENTS) break;
    }
    return events;
  }

  findActive(conversationId: string): RunRow | null {
    const active = this.journal.findOfConversation(conversationId);
    return active ? toRunRow(active.row) : null;
  }
}

interface UnfinishedAnswer {
  row: Run;
  draft: AnswerDraft;
  lastSeq: number;
}

function withAnswer(
  detail: ConversationDetail,
  { row, draft, lastSeq }: UnfinishedAnswer,
): ConversationDetail {
  const answer: Message = {
    id: row.assistantMessageId,
    conversationId: row.conversationId,
    role: 'assistant',
    runId: row.id,
    parts: structuredClone(draft.parts),
    createdAt: row.startedAt.toISOString(),
  };
  const isOpen = row.status === 'running' || row.status === 'waiting';
  // A run may end while its conversation is read; one that ended without a word has no answer.
  const answers = isOpen || answer.parts.length > 0 ? [answer] : [];
  return {
    ...detail,
    conversation: { ...detail.conversation, isRunning: isOpen },
    messages: [...detail.messages.filter(({ id }) => id !== answer.id), ...answers],
    runs: detail.runs.map((run) => (run.id === row.id ? toRunRow(row) : run)),
    lastSeq,
  };
}
