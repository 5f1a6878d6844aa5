import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { toModelMessages, toOpenConversation, type StoredMessage } from '@/agent/loop/history';
import type { LoopEvent } from '@/agent/loop/loop.events';
import { LoopService } from '@/agent/loop/loop.service';
import { ToolCallsService } from '@/agent/loop/tool-calls.service';
import { ConversationsService } from '@/chat/conversations/conversations.service';
import type { ModelMessage } from '@/engines/models/model-adapter';
import { AppConfig } from '@/foundation/config/config';
import type { ActiveRun } from './journal/active-run';
import { toMessage } from './run-row';

/** What a run reads its events from: the loop, or one call made by hand. */
@Injectable()
export class RunSource {
  constructor(
    private readonly loop: LoopService,
    private readonly toolCalls: ToolCallsService,
    private readonly conversations: ConversationsService,
    private readonly config: AppConfig,
  ) {}

  eventsOf(
    run: ActiveRun,
    byHand: { tool: string; argumentsText: string } | undefined,
  ): AsyncGenerator<LoopEvent> {
    return byHand ? this.oneCall(run, byHand) : this.answer(run);
  }

  /** From where a run stopped that waited for a person: calls it began and did not end come first. */
  async *goOn(run: ActiveRun): AsyncGenerator<LoopEvent> {
    const rows = await this.storedMessages(run);
    const { messages, openStep } = toOpenConversation(rows, run.log.draft.parts);
    const { row, caller, conversationId, id: runId, abort } = run;
    const place = { runId, conversationId, signal: abort.signal, messages };
    if (row.trigger !== 'manual') {
      yield* this.loop.run(caller, {
        ...place,
        modelId: row.modelId ?? '',
        maxToolSteps: this.config.runs.maxToolSteps,
        ...(openStep && { openStep }),
      });
    } else if (openStep) {
      yield* this.toolCalls.forRun(caller, { ...place, modelId: null }).goOn(openStep);
    }
  }

  private async *answer(run: ActiveRun): AsyncGenerator<LoopEvent> {
    yield* this.loop.run(run.caller, {
      conversationId: run.conversationId,
      runId: run.id,
      modelId: run.row.modelId ?? '',
      messages: await this.messagesOf(run),
      maxToolSteps: this.config.runs.maxToolSteps,
      signal: run.abort.signal,
    });
  }

  private async *oneCall(
    run: ActiveRun,
    { tool, argumentsText }: { tool: string; argumentsText: string },
  ): AsyncGenerator<LoopEvent> {
    const { caller, id: runId, conversationId, abort } = run;
    const messages = await this.messagesOf(run);
    const signal = abort.signal;
    const context = { runId, conversationId, signal, messages, modelId: null };
    const calls = this.toolCalls.forRun(caller, context);
    yield* calls.runAll(1, [{ id: `hand_${randomUUID()}`, name: tool, arguments: argumentsText }]);
  }

  private async messagesOf(run: ActiveRun): Promise<ModelMessage[]> {
    return toModelMessages(await this.storedMessages(run));
  }

  private async storedMessages(run: ActiveRun): Promise<StoredMessage[]> {
    const rows = await this.conversations.listMessages(run.caller, run.conversationId);
    return rows.map((row): StoredMessage => ({ ...toMessage(row), context: row.context }));
  }
}
