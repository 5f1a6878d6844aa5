import type { ModelEvent, StopReason } from '../model-adapter';
import { ProviderBroken } from '../models.errors';
import { ToolCallAssembly, type ToolCallFragment } from './tool-call-assembly';

/** A chunk as the many servers of this format send it; nothing in it is certain. */
export interface OpenaiChunk {
  choices?: { delta?: OpenaiDelta | null; finish_reason?: string | null }[] | null;
  usage?: OpenaiUsage | null;
}

interface OpenaiDelta {
  content?: string | { type?: string; text?: string }[] | null;
  refusal?: string | null;
  reasoning_content?: string | null;
  reasoning?: string | null;
  tool_calls?: ToolCallFragment[] | null;
}

interface OpenaiUsage {
  prompt_tokens?: number;
  completion_tokens?: number;
  prompt_tokens_details?: { cached_tokens?: number | null } | null;
  /** DeepSeek's name for cached tokens. */
  prompt_cache_hit_tokens?: number;
}

const STOPS: Record<string, StopReason> = { length: 'length', content_filter: 'refusal' };

/** Text at once, tool calls whole and at the end. */
export async function* readOpenai(
  chunks: AsyncIterable<OpenaiChunk>,
  seed: string,
): AsyncGenerator<ModelEvent> {
  const assembly = new ToolCallAssembly(seed);
  const end: End = { usage: null, finish: null, hasRefused: false };
  for await (const chunk of chunks) {
    const choice = chunk.choices?.[0];
    end.usage = chunk.usage ?? end.usage;
    end.finish = choice?.finish_reason || end.finish;
    if (!choice?.delta) continue;
    end.hasRefused ||= Boolean(choice.delta.refusal);
    yield* textsOf(choice.delta);
    choice.delta.tool_calls?.forEach((fragment) => assembly.add(fragment));
  }
  yield* endOf(end, assembly);
}

interface End {
  usage: OpenaiUsage | null;
  finish: string | null;
  hasRefused: boolean;
}

/** A stream without a finish reason was cut. Half a call must not run: it may be valid and still not what was meant. */
function* endOf(
  { usage, finish, hasRefused }: End,
  assembly: ToolCallAssembly,
): Generator<ModelEvent> {
  if (usage) yield usageOf(usage);
  if (!finish) throw new ProviderBroken(null);
  const stop = hasRefused ? 'refusal' : STOPS[finish];
  const calls = stop ? [] : assembly.finish();
  for (const call of calls) yield { type: 'tool_call', call };
  yield { type: 'stop', reason: stop ?? (calls.length > 0 ? 'tool_calls' : 'end') };
}

function* textsOf(delta: OpenaiDelta): Generator<ModelEvent> {
  const reasoning = delta.reasoning_content || delta.reasoning;
  if (typeof reasoning === 'string' && reasoning) yield { type: 'reasoning', text: reasoning };
  const { content } = delta;
  const text = Array.isArray(content) ? content.map((part) => part.text ?? '').join('') : content;
  if (text) yield { type: 'text', text };
  if (delta.refusal) yield { type: 'text', text: delta.refusal };
}

const usageOf = (usage: OpenaiUsage): ModelEvent => ({
  type: 'usage',
  inputTokens: usage.prompt_tokens ?? 0,
  outputTokens: usage.completion_tokens ?? 0,
  cachedTokens: usage.prompt_tokens_details?.cached_tokens ?? usage.prompt_cache_hit_tokens ?? 0,
});
