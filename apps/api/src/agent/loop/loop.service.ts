import { Injectable } from '@nestjs/common';
import type { ModelMessage, ModelToolCall, StopReason } from '@/engines/models/model-adapter';
import { ModelsService } from '@/engines/models/models.service';
import type { Caller } from '@/foundation/http/caller';
import { estimatedTokens } from '@/people/limits/spending';
import { SpendingService } from '@/people/limits/spending.service';
import { fitWindow } from './history';
import type { LoopEvent, LoopRequest } from './loop.events';
import { LENGTH_LIMIT, LAST_STEP, STEP_LIMIT } from './notices';
import { PromptService, type PromptPrefix } from './prompt.service';
import { ToolCallsService } from './tool-calls.service';

/** Roughly 100,000 tokens; the provider has the last word about its own window. */
const WINDOW_CHARS = 400_000;

interface Step {
  text: string;
  calls: ModelToolCall[];
  stop: StopReason;
}

/**
 * Asks the model, runs the tools it calls, and repeats until it answers without calling any.
 * Chat runs, endpoints and sub-agents all read this one generator. It throws what the model engine throws;
 * tool failures are results, not exceptions.
 */
@Injectable()
export class LoopService {
  constructor(
    private readonly prompt: PromptService,
    private readonly models: ModelsService,
    private readonly toolCalls: ToolCallsService,
    private readonly spending: SpendingService,
  ) {}

  async *run(caller: Caller, request: LoopRequest): AsyncGenerator<LoopEvent> {
    const prefix = await this.prompt.prefixFor(caller, request.modelId);
    const messages = fitWindow(request.messages, WINDOW_CHARS);
    const calls = this.toolCalls.forRun(caller, request);
    const { openStep } = request;
    if (openStep) messages.push(...(yield* calls.goOn(openStep)));
    for (let step = (openStep?.step ?? 0) + 1; ; step++) {
      request.signal.throwIfAborted();
      const isLast = step > request.maxToolSteps;
      if (isLast) messages.push({ role: 'user', text: LAST_STEP });
      yield { type: 'step_start', step };
      const answer = yield* this.ask(caller, { request, prefix, messages, step, isLast });
      if (isLast)
        return yield { type: 'notice', code: 'step_limit', text: STEP_LIMIT[caller.locale] };
      if (answer.stop === 'length') {
        yield { type: 'notice', code: 'length_limit', text: LENGTH_LIMIT[caller.locale] };
      }
      if (answer.calls.length === 0) return;
      messages.push({ role: 'assistant', text: answer.text, toolCalls: answer.calls });
      messages.push(...(yield* calls.runAll(step, answer.calls)));
    }
  }

  private async *ask(
    caller: Caller,
    turn: {
      request: LoopRequest;
      prefix: PromptPrefix;
      messages: ModelMessage[];
      step: number;
      isLast: boolean;
    },
  ): AsyncGenerator<LoopEvent, Step> {
    const { request, prefix, messages, step, isLast } = turn;
    const { conversationId, runId, modelId: model, signal } = request;
    const toolChoice = isLast ? ('none' as const) : ('auto' as const);
    const question = { ...prefix, messages: [...messages], toolChoice };
    const inputTokens = estimatedTokens(JSON.stringify(question));
    const place = { conversationId, runId, model };
    const reserved = await this.spending.reserve(caller, place, inputTokens);
    const answer: Step = { text: '', calls: [], stop: 'end' };
    // Counted by its length where the provider says nothing, e.g. because the answer was stopped.
    let unreported: string | null = null;
    try {
      for await (const event of this.models.stream(caller, model, question, signal)) {
        unreported ??= '';
        if (event.type === 'text') {
          answer.text += event.text;
          unreported += event.text;
          yield { type: 'text_delta', text: event.text };
        } else if (event.type === 'reasoning') {
          unreported += event.text;
          yield { type: 'reasoning_delta', text: event.text };
        } else if (event.type === 'usage') {
          const { type, ...tokens } = event;
          await reserved.settle(tokens);
          yield { type, step, ...tokens };
        } else if (event.type === 'tool_call') {
          unreported += event.call.arguments;
          answer.calls.push(event.call);
        } else {
          answer.stop = event.reason;
        }
      }
    } finally {
      await reserved.close(inputTokens, unreported);
    }
    return answer;
  }
}
