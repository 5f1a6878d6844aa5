import type Anthropic from '@anthropic-ai/sdk';
import type { ModelMessage, ModelRequest, ModelTool } from '../model-adapter';
import { wireArguments, wireId } from './wire-values';

type Body = Anthropic.MessageCreateParamsStreaming;
type Block =
  Anthropic.TextBlockParam | Anthropic.ToolUseBlockParam | Anthropic.ToolResultBlockParam;
interface Message {
  role: 'user' | 'assistant';
  content: Block[];
}

const CACHED = { cache_control: { type: 'ephemeral' as const } };

/** Tools, system text and messages in the order the provider caches them, with a breakpoint behind each part (C-005). */
export function anthropicBody(request: ModelRequest, maxTokens: number): Body {
  const { model, system, toolChoice } = request;
  const messages = wireMessages(request.messages);
  const tools = (request.tools.length > 0 ? request.tools : toolsOfHistory(request.messages)).map(
    wireTool,
  );
  const lastTool = tools.at(-1);
  if (!system && lastTool) Object.assign(lastTool, CACHED);
  const lastBlock = messages.at(-1)?.content.at(-1);
  if (lastBlock) Object.assign(lastBlock, CACHED);
  const isCallable = toolChoice === 'auto' && request.tools.length > 0;
  return {
    model,
    max_tokens: maxTokens,
    stream: true,
    ...(tools.length > 0 && { tools }),
    ...(system && { system: [{ type: 'text' as const, text: system, ...CACHED }] }),
    messages,
    ...(tools.length > 0 && !isCallable && { tool_choice: { type: 'none' as const } }),
  };
}

const wireTool = ({ name, description, inputSchema }: ModelTool): Anthropic.Tool => ({
  name,
  description,
  input_schema: inputSchema as unknown as Anthropic.Tool.InputSchema,
});

/** Earlier calls are only accepted together with tools of those names, even if the person has lost them since. */
function toolsOfHistory(messages: ModelMessage[]): ModelTool[] {
  const calls = messages.flatMap((message) =>
    message.role === 'assistant' ? message.toolCalls : [],
  );
  return [...new Set(calls.map(({ name }) => name))].map((name) => ({
    name,
    description: 'No longer available.',
    inputSchema: { type: 'object', properties: {} },
  }));
}

/** Roles must alternate: results of parallel calls, and text behind them, share one turn. */
function wireMessages(messages: ModelMessage[]): Message[] {
  const wire: Message[] = [];
  for (const message of messages) {
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const content = blocksOf(message);
    const last = wire.at(-1);
    if (last?.role === role) last.content.push(...content);
    else if (content.length > 0) wire.push({ role, content });
  }
  return wire;
}

function blocksOf(message: ModelMessage): Block[] {
  if (message.role === 'user')
    return [{ type: 'text', text: message.text.trim() ? message.text : '(empty)' }];
  if (message.role === 'tool') return [toolResult(message)];
  const text: Block[] = message.text.trim() ? [{ type: 'text', text: message.text }] : [];
  return [
    ...text,
    ...message.toolCalls.map((call): Block => ({
      type: 'tool_use',
      id: wireId(call.id),
      name: call.name,
      input: wireArguments(call.arguments),
    })),
  ];
}

const toolResult = ({
  callId,
  content,
  isError,
}: Extract<ModelMessage, { role: 'tool' }>): Block => ({
  type: 'tool_result',
  tool_use_id: wireId(callId),
  ...(content && { content }),
  ...(isError && { is_error: true }),
});
