import { Injectable } from '@nestjs/common';
import { ConversationsService } from '@/chat/conversations/conversations.service';
import { ModelsService } from '@/engines/models/models.service';
import type { Caller } from '@/foundation/http/caller';
import { RunDriver } from './run-driver.service';
import { RunOpener, type Opening } from './run-opener.service';
import { RunSource } from './run-source.service';
import { NothingToContinue } from './runs.errors';

export interface StartedRun {
  conversationId: string;
  runId: string;
}

interface Ask {
  clientRequestId: string;
  conversationId?: string;
}

const CONTINUE_TEXT = { en: 'Continue', 'zh-CN': '继续' };

/** Starts runs. A run lives on the server: nobody has to watch it. */
@Injectable()
export class RunsService {
  constructor(
    private readonly opener: RunOpener,
    private readonly driver: RunDriver,
    private readonly conversations: ConversationsService,
    private readonly models: ModelsService,
    private readonly source: RunSource,
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

  private async open(
    caller: Caller,
    opening: Opening & { byHand?: { tool: string; argumentsText: string } },
  ): Promise<StartedRun> {
    const { row, run } = await this.opener.open(caller, opening);
    if (run) run.done = this.driver.drive(run, this.source.eventsOf(run, opening.byHand));
    return { conversationId: row.conversationId, runId: row.id };
  }
}
