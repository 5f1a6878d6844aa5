import { Injectable } from '@nestjs/common';
import type { ModelMessage, ModelToolCall, StopReason } from '@/engines/models/model-adapter';
import { ModelsService } from '@/engines/models/models.service';
import type { Caller } from '@/foundation/http/caller';
import { UsageService } from '@/people/usage/usage.service';
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
    private readonly usage: UsageService,
  ) {}

  async *run(caller: Caller, request: LoopRequest): AsyncGenerator<LoopEvent> {
    const prefix = await this.prompt.prefixFor(caller);
    const messages = fitWindow(request.messages, WINDOW_CHARS);
    const calls = this.toolCalls.forRun(caller, request, prefix.tools);
    for (let step = 1; ; step++) {
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
      request.signal.throwIfAborted();
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
    const answer: Step = { text: '', calls: [], stop: 'end' };
    const stream = this.models.stream(
      caller,
      request.modelId,
      { ...prefix, messages: [...messages], toolChoice: isLast ? 'none' : 'auto' },
      request.signal,
    );
    for await (const event of stream) {
      if (event.type === 'text') {
        answer.text += event.text;
        yield { type: 'text_delta', text: event.text };
      } else if (event.type === 'reasoning') {
        yield { type: 'reasoning_delta', text: event.text };
      } else if (event.type === 'usage') {
        const { inputTokens, outputTokens, cachedTokens } = event;
        const { conversationId, runId, modelId } = request;
        const tokens = { inputTokens, outputTokens, cachedTokens };
        this.usage.recordModelStep(caller, { conversationId, runId, model: modelId, ...tokens });
        yield { type: 'usage', step, ...tokens };
      } else if (event.type === 'tool_call') {
        answer.calls.push(event.call);
      } else {
        answer.stop = event.reason;
      }
    }
    return answer;
  }
}
