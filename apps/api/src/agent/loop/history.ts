import type { Message, MessagePart, ToolCallPart } from '@/contract/chat';
import type { ModelMessage, ModelToolCall } from '@/engines/models/model-adapter';
import type { OpenStep } from './loop.events';

/** A stored message with the volatile text that was fixed when its turn began (C-002). */
export interface StoredMessage extends Message {
  /** Sent behind a question's text, e.g. the time it was asked; null for answers. */
  context: string | null;
}

/** Answer given for a call whose run ended before it did, so that no call stands without a result. */
const NEVER_FINISHED = JSON.stringify({
  success: false,
  error: '调用已中断',
  code: 'tool_call_cancelled',
  canRetry: true,
});

/** The conversation as a model reads it. The same rows always give the same bytes (C-003). */
export function toModelMessages(messages: readonly StoredMessage[]): ModelMessage[] {
  return messages.flatMap((message) =>
    message.role === 'user' ? [question(message)] : answer(message.parts),
  );
}

function question({ parts, context }: StoredMessage): ModelMessage {
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  return { role: 'user', text: context ? `${text}\n\n${context}` : text };
}

/** One assistant message per step: its text, then its calls, then their results. */
function answer(parts: readonly MessagePart[]): ModelMessage[] {
  return stepsOf(parts).flatMap((step) => [said(step), ...step.calls.map(toResult)]);
}

const said = ({ text, calls }: Step): ModelMessage => ({
  role: 'assistant',
  text,
  toolCalls: calls.map(toModelCall),
});

/** The same with an answer that is not finished: calls without a result in its last step still are to run. */
export function toOpenConversation(
  messages: readonly StoredMessage[],
  parts: readonly MessagePart[],
): { messages: ModelMessage[]; openStep?: OpenStep } {
  const last = stepsOf(parts).at(-1);
  const before = toModelMessages(messages);
  if (!last?.calls.some(({ outcome }) => !outcome)) {
    return { messages: [...before, ...answer(parts)] };
  }
  const finished = stepsOf(parts).slice(0, -1);
  const results = finished.flatMap((step) => [said(step), ...step.calls.map(toResult)]);
  return {
    messages: [...before, ...results, said(last)],
    openStep: {
      step: last.calls[0]?.step ?? 1,
      calls: last.calls.map((call) => ({
        call: toModelCall(call),
        result: call.outcome ? toResult(call) : null,
      })),
    },
  };
}

interface Step {
  text: string;
  calls: ToolCallPart[];
}

function stepsOf(parts: readonly MessagePart[]): Step[] {
  const steps: Step[] = [];
  for (const part of parts) {
    const last = steps.at(-1);
    if (part.type === 'text') {
      if (last && last.calls.length === 0) last.text += part.text;
      else steps.push({ text: part.text, calls: [] });
      continue;
    }
    const isSameStep = last && (last.calls.length === 0 || last.calls[0]?.step === part.step);
    if (isSameStep) last.calls.push(part);
    else steps.push({ text: '', calls: [part] });
  }
  return steps;
}

const toModelCall = ({ callId, tool, arguments: text }: ToolCallPart): ModelToolCall => ({
  id: callId,
  name: tool,
  arguments: text,
});

const toResult = ({ callId, tool, outcome }: ToolCallPart): ModelMessage => ({
  role: 'tool',
  callId,
  name: tool,
  content: outcome?.result ?? NEVER_FINISHED,
  isError: outcome?.status !== 'completed',
});

/**
 * Drops the oldest turns until the rest fits. Cuts only before a question, so that no tool result loses its call,
 * and always keeps the newest turn. Lengths are UTF-16 units, a stand-in for tokens that errs on the safe side.
 */
export function fitWindow(messages: readonly ModelMessage[], maxChars: number): ModelMessage[] {
  const starts = messages.flatMap(({ role }, i) => (role === 'user' ? [i] : []));
  const keepFrom = starts.find((start) => sizeOf(messages.slice(start)) <= maxChars);
  return messages.slice(keepFrom ?? starts.at(-1) ?? 0);
}

const sizeOf = (messages: readonly ModelMessage[]): number =>
  messages.reduce((sum, message) => sum + lengthOf(message), 0);

function lengthOf(message: ModelMessage): number {
  if (message.role === 'user') return message.text.length;
  if (message.role === 'tool') return message.content.length;
  return message.toolCalls.reduce((sum, call) => sum + call.arguments.length, message.text.length);
}
