import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Message, RunTrigger } from '@/contract/chat';
import type { Conversation } from '@/chat/conversations/conversation.entity';
import { ConversationsService, type NewMessage } from '@/chat/conversations/conversations.service';
import { Clock } from '@/foundation/clock/clock';
import { Database } from '@/foundation/database/database';
import { storableText } from '@/foundation/database/storable';
import { EventBus } from '@/foundation/events/event-bus';
import type { Caller } from '@/foundation/http/caller';
import { LimitsService } from '@/people/limits/limits.service';
import { activeRun, type ActiveRun } from './journal/active-run';
import { RunJournal } from './journal/run-journal.service';
import { toMessage, toRunRow } from './run-row';
import type { Run } from './run.entity';
import { RunInProgress, TooManyRuns } from './runs.errors';
import { RunsRepository } from './runs.repository';

export interface Opening {
  clientRequestId: string;
  conversationId?: string;
  trigger: RunTrigger;
  modelId: string | null;
  /** The question; null asks the last one again. */
  text: string | null;
}

/** Writes question, run and conversation in one transaction and makes the run known to this server. */
@Injectable()
export class RunOpener {
  constructor(
    private readonly repository: RunsRepository,
    private readonly conversations: ConversationsService,
    private readonly journal: RunJournal,
    private readonly limits: LimitsService,
    private readonly database: Database,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /** Null `run`: the request is a repeat, and `row` is what it started the first time. */
  async open(caller: Caller, opening: Opening): Promise<{ row: Run; run: ActiveRun | null }> {
    const known = await this.repository.findByRequest(caller.userId, opening.clientRequestId);
    if (known) return { row: known, run: null };
    const written = await this.writeOnce(caller, opening);
    if ('known' in written) return { row: written.known, run: null };
    const { row, conversation, question, lastSeq } = written;
    const run = activeRun(caller, row, { lastSeq, events: this.events });
    this.journal.add(run);
    run.log.append({
      type: 'run_start',
      run: toRunRow(row),
      userMessage: question,
      assistantMessageId: row.assistantMessageId,
    });
    this.conversations.announceRow(conversation);
    return { row, run };
  }

  /** A repeat that came at the same moment loses the race for the unique index, and gets the winner's run. */
  private async writeOnce(caller: Caller, opening: Opening): Promise<Written | { known: Run }> {
    try {
      return await this.database.inTransaction(() => this.write(caller, opening));
    } catch (thrown) {
      if (!(thrown instanceof RunInProgress)) throw thrown;
      const known = await this.repository.findByRequest(caller.userId, opening.clientRequestId);
      if (!known) throw thrown;
      return { known };
    }
  }

  private async write(caller: Caller, opening: Opening): Promise<Written> {
    const { conversationId, modelId, text } = opening;
    await this.requireRoom(caller, modelId);
    const now = this.clock.now();
    const change = { isRunning: true, updatedAt: now, ...(modelId && { modelId }) };
    const isNew = conversationId === undefined;
    const conversation = isNew
      ? await this.conversations.create(caller, text ?? '', change)
      : await this.conversations.get(caller, conversationId);
    const row = runRow(caller, opening, conversation.id, now);
    // The run goes first: its unique index keeps a second question of this conversation out.
    await this.repository.insert(row);
    const question = text === null ? null : await this.ask(row, text, isNew);
    if (isNew) return { row, conversation, question, lastSeq: 0 };
    await this.conversations.change(caller.userId, conversation.id, change);
    const lastSeq = await this.repository.findLastSeq(conversation.id);
    return { row, conversation: { ...conversation, ...change }, question, lastSeq };
  }

  /** Whoever waits for an approval is not counted: a person may take a day to answer. */
  private async requireRoom(caller: Caller, modelId: string | null): Promise<void> {
    const amounts = await this.limits.amountsOf(caller);
    const holding = amounts.filter(
      (own) => own.measure === 'runs_at_once' && (own.modelId ?? modelId) === modelId,
    );
    if (holding.length === 0) return;
    await this.repository.lockRunsOf(caller.userId);
    for (const own of holding) {
      const running = await this.repository.countRunning(caller.userId, own.modelId);
      if (running >= own.amount) throw new TooManyRuns(own.amount);
    }
  }

  /** The time is written once, with the question, and never changes afterwards (C-002). */
  private async ask(
    { id, conversationId, startedAt }: Run,
    text: string,
    isFirst: boolean,
  ): Promise<Message> {
    const question: NewMessage = {
      id: randomUUID(),
      conversationId,
      role: 'user',
      runId: id,
      parts: [{ type: 'text', text: storableText(text) }],
      context: `<context>\nAsked at ${startedAt.toISOString()}\n</context>`,
    };
    return toMessage(await this.conversations.addMessage(question, isFirst));
  }
}

interface Written {
  row: Run;
  conversation: Conversation;
  question: Message | null;
  /** Number of the newest event before this run. */
  lastSeq: number;
}

const runRow = (
  caller: Caller,
  { clientRequestId, trigger, modelId }: Opening,
  conversationId: string,
  now: Date,
): Run => ({
  id: randomUUID(),
  conversationId,
  ownerId: caller.userId,
  clientRequestId,
  trigger,
  status: 'running',
  modelId,
  assistantMessageId: randomUUID(),
  error: null,
  canContinue: false,
  startedAt: now,
  endedAt: null,
  heartbeatAt: now,
});
