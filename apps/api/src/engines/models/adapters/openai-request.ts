import type OpenAI from 'openai';
import type { ModelMessage, ModelRequest } from '../model-adapter';
import { wireArguments, wireId } from './wire-values';

type Body = OpenAI.ChatCompletionCreateParamsStreaming;
type Message = OpenAI.ChatCompletionMessageParam;

/**
 * What servers of this format do not agree on. The first of each is what most accept; the adapter learns the rest
 * from a refusal (fault 11: the empty content of a turn that only calls tools).
 */
export interface Dialect {
  usage: boolean;
  emptyContent: 'omitted' | 'null' | 'empty';
}

export const STANDARD: Dialect = { usage: true, emptyContent: 'omitted' };

/** What to try after this refusal, or null when it has another reason. */
export function nextDialect(dialect: Dialect, refusal: string): Dialect | null {
  if (dialect.usage && /stream_options|include_usage/i.test(refusal))
    return { ...dialect, usage: false };
  const isAboutContent =
    /content/i.test(refusal) && /null|none|missing|required|empty|string/i.test(refusal);
  if (!isAboutContent || dialect.emptyContent === 'empty') return null;
  return { ...dialect, emptyContent: dialect.emptyContent === 'omitted' ? 'null' : 'empty' };
}

/**
 * The order of the keys is the order on the wire: everything that stays the same within a run comes first,
 * the messages only ever grow, and what may differ in the last step comes behind them (C-003, C-004).
 */
export function openaiBody(request: ModelRequest, dialect: Dialect): Body {
  const { model, tools, system, messages, toolChoice } = request;
  return {
    model,
    stream: true,
    ...(dialect.usage && { stream_options: { include_usage: true } }),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, inputSchema }) => ({
        type: 'function' as const,
        function: { name, description, parameters: inputSchema },
      })),
    }),
    messages: [
      ...(system ? [{ role: 'system' as const, content: system }] : []),
      ...messages.flatMap((message) => wireMessage(message, dialect)),
    ],
    ...(tools.length > 0 && toolChoice === 'none' && { tool_choice: 'none' as const }),
  };
}

function wireMessage(message: ModelMessage, { emptyContent }: Dialect): Message[] {
  if (message.role === 'user') return [{ role: 'user', content: message.text }];
  if (message.role === 'tool') {
    return [{ role: 'tool', tool_call_id: wireId(message.callId), content: message.content }];
  }
  const { text, toolCalls } = message;
  if (toolCalls.length === 0) return text ? [{ role: 'assistant', content: text }] : [];
  const empty = { omitted: {}, null: { content: null }, empty: { content: '' } }[emptyContent];
  return [
    {
      role: 'assistant',
      ...(text ? { content: text } : empty),
      tool_calls: toolCalls.map((call) => ({
        id: wireId(call.id),
        type: 'function' as const,
        function: { name: call.name, arguments: validJson(call.arguments) },
      })),
    },
  ];
}

/** Verbatim where that is an object; several servers parse it and fail on anything else. */
function validJson(text: string): string {
  const read = wireArguments(text);
  return 'invalid_arguments' in read ? JSON.stringify(read) : text;
}
