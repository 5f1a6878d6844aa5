import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LoopService } from '@/agent/loop/loop.service';
import type { LoopEvent } from '@/agent/loop/loop.events';
import { toModelMessages, type StoredMessage } from '@/agent/loop/history';
import { ToolCallsService } from '@/agent/loop/tool-calls.service';
import { ConversationsService } from '@/chat/conversations/conversations.service';
import { ModelsService } from '@/engines/models/models.service';
import { AppConfig } from '@/foundation/config/config';
import type { Caller } from '@/foundation/http/caller';
import type { ActiveRun } from './active-run';
import { RunDriver } from './run-driver.service';
import { RunJournal } from './run-journal.service';
import { RunOpener, type Opening } from './run-opener.service';
import { toMessage } from './run-row';
import { NothingToContinue, RunNotFound } from './runs.errors';
import { RunsRepository } from './runs.repository';

export interface StartedRun {
  conversationId: string;
  runId: string;
}

interface Ask {
  clientRequestId: string;
  conversationId?: string;
}

const CONTINUE_TEXT = { en: 'Continue', 'zh-CN': '继续' };

/** Starts and stops runs. A run lives on the server: nobody has to watch it. */
@Injectable()
export class RunsService {
  constructor(
    private readonly opener: RunOpener,
    private readonly driver: RunDriver,
    private readonly journal: RunJournal,
    private readonly repository: RunsRepository,
    private readonly conversations: ConversationsService,
    private readonly models: ModelsService,
    private readonly engines: RunEngines,
  ) {}

  async start(caller: Caller, ask: Ask & { text: string; modelId: string }): Promise<StartedRun> {
    await this.models.requireChoice(caller, ask.modelId);
    return this.open(caller, { ...ask, trigger: 'message' });
  }

  /** After a failure before any answer the same question is asked again; otherwise a new one says "continue". */
  async continue(caller: Caller, ask: Required<Ask> & { modelId: string }): Promise<StartedRun> {
    await this.models.requireChoice(caller, ask.modelId);
    const last = (await this.conversations.listMessages(caller, ask.conversationId)).at(-1);
    if (!last) throw new NothingToContinue();
    const text = last.role === 'user' ? null : CONTINUE_TEXT[caller.locale];
    return this.open(caller, { ...ask, trigger: 'continue', text });
  }

  /** A person calls a tool by hand; the card stands in the conversation like any other. */
  async callTool(
    caller: Caller,
    ask: Ask & { tool: string; arguments: string },
  ): Promise<StartedRun> {
    const text = `/${ask.tool} ${ask.arguments}`;
    const { tool, arguments: argumentsText } = ask;
    const byHand = { tool, argumentsText };
    return this.open(caller, { ...ask, trigger: 'manual', text, modelId: null, byHand });
  }

  /** Resolves when the run is over; the model's connection and the tool's container are gone by then. */
  async stop(caller: Caller, runId: string): Promise<boolean> {
    const run = await this.repository.findOwned(caller.userId, runId);
    if (!run) throw new RunNotFound();
    const active = this.journal.find(runId);
    if (!active) return false;
    active.abort.abort();
    await active.done;
    return true;
  }

  async stopAllOf(userId: string): Promise<void> {
    const runs = this.journal.listAll().filter(({ row }) => row.ownerId === userId);
    runs.forEach(({ abort }) => abort.abort());
    await Promise.all(runs.map(({ done }) => done));
  }

  async stopConversation(conversationId: string): Promise<void> {
    const run = this.journal.findOfConversation(conversationId);
    run?.abort.abort();
    await run?.done;
  }

  private async open(
    caller: Caller,
    opening: Opening & { byHand?: { tool: string; argumentsText: string } },
  ): Promise<StartedRun> {
    const { row, run } = await this.opener.open(caller, opening);
    if (run) run.done = this.driver.drive(run, this.engines.eventsOf(run, opening.byHand));
    return { conversationId: row.conversationId, runId: row.id };
  }
}

/** What a run reads its events from: the loop, or one call made by hand. */
@Injectable()
export class RunEngines {
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

  private async *answer(run: ActiveRun): AsyncGenerator<LoopEvent> {
    const rows = await this.conversations.listMessages(run.caller, run.conversationId);
    const messages = rows.map((row): StoredMessage => ({
      ...toMessage(row),
      context: row.context,
    }));
    yield* this.loop.run(run.caller, {
      conversationId: run.conversationId,
      runId: run.id,
      modelId: run.row.modelId ?? '',
      messages: toModelMessages(messages),
      maxToolSteps: this.config.runs.maxToolSteps,
      signal: run.abort.signal,
    });
  }

  private async *oneCall(
    run: ActiveRun,
    { tool, argumentsText }: { tool: string; argumentsText: string },
  ): AsyncGenerator<LoopEvent> {
    const { caller, id: runId, conversationId, abort } = run;
    const calls = this.toolCalls.forRun(caller, { runId, conversationId, signal: abort.signal });
    yield* calls.runAll(1, [{ id: `hand_${randomUUID()}`, name: tool, arguments: argumentsText }]);
  }
}
