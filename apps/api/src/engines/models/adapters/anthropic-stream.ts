import type { ModelEvent, StopReason } from '../model-adapter';
import { ProviderBroken } from '../models.errors';
import { ToolCallAssembly } from './tool-call-assembly';

interface AnthropicUsage {
  input_tokens?: number | null;
  output_tokens?: number | null;
  cache_read_input_tokens?: number | null;
  cache_creation_input_tokens?: number | null;
}

/** The parts of the events that are read; everything may be missing, and unknown events are passed over. */
export interface AnthropicEvent {
  type?: string;
  index?: number;
  message?: { usage?: AnthropicUsage | null } | null;
  content_block?: {
    type?: string;
    id?: string;
    name?: string;
    input?: unknown;
    text?: string;
  } | null;
  delta?: {
    type?: string;
    text?: string;
    thinking?: string;
    partial_json?: string;
    stop_reason?: string | null;
  } | null;
  usage?: AnthropicUsage | null;
}

const STOPS: Record<string, StopReason> = {
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'refusal',
};

export async function* readAnthropic(
  events: AsyncIterable<AnthropicEvent>,
  seed: string,
): AsyncGenerator<ModelEvent> {
  const assembly = new ToolCallAssembly(seed);
  let usage: AnthropicUsage | null = null;
  let finish: string | null = null;
  for await (const event of events) {
    usage = merged(usage, event.message?.usage ?? event.usage);
    finish = event.delta?.stop_reason || finish;
    yield* textsOf(event);
    collect(assembly, event);
  }
  if (usage) yield usageOf(usage);
  if (!finish) throw new ProviderBroken(null);
  const stop = STOPS[finish];
  const calls = stop ? [] : assembly.finish();
  for (const call of calls) yield { type: 'tool_call', call };
  yield { type: 'stop', reason: stop ?? (calls.length > 0 ? 'tool_calls' : 'end') };
}

function* textsOf({ content_block: block, delta }: AnthropicEvent): Generator<ModelEvent> {
  const text = block?.type === 'text' ? block.text : delta?.type === 'text_delta' && delta.text;
  if (text) yield { type: 'text', text };
  if (delta?.type === 'thinking_delta' && delta.thinking)
    yield { type: 'reasoning', text: delta.thinking };
}

function collect(
  assembly: ToolCallAssembly,
  { index, content_block: block, delta }: AnthropicEvent,
): void {
  if (block?.type === 'tool_use') {
    // The official server begins with an empty object and streams the text; some imitations put all of it here.
    const isWhole =
      typeof block.input === 'object' &&
      block.input !== null &&
      Object.keys(block.input).length > 0;
    const given = isWhole ? block.input : undefined;
    assembly.add({ index, id: block.id, function: { name: block.name, arguments: given } });
  } else if (delta?.type === 'input_json_delta') {
    assembly.add({ index, function: { arguments: delta.partial_json } });
  }
}

/** The counts of the beginning and of the end complete each other; a later null does not erase a number. */
function merged(
  before: AnthropicUsage | null,
  next: AnthropicUsage | null | undefined,
): AnthropicUsage | null {
  const known = Object.entries(next ?? {}).filter(([, count]) => typeof count === 'number');
  return known.length > 0 ? { ...before, ...Object.fromEntries(known) } : before;
}

/** Cached tokens count as input here as in the other format, so that rates can be compared. */
function usageOf(usage: AnthropicUsage): ModelEvent {
  const cachedTokens = usage.cache_read_input_tokens ?? 0;
  return {
    type: 'usage',
    inputTokens:
      (usage.input_tokens ?? 0) + (usage.cache_creation_input_tokens ?? 0) + cachedTokens,
    outputTokens: usage.output_tokens ?? 0,
    cachedTokens,
  };
}
