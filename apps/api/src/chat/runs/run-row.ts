import type { NewMessage } from '@/chat/conversations/conversations.service';
import type { Message, MessagePart, RunRow } from '@/contract/chat';
import type { Run } from './run.entity';

export const toRunRow = (run: Run): RunRow => ({
  id: run.id,
  conversationId: run.conversationId,
  trigger: run.trigger,
  status: run.status,
  modelId: run.modelId,
  startedAt: run.startedAt.toISOString(),
  endedAt: run.endedAt?.toISOString() ?? null,
  error: run.error,
  canContinue: run.canContinue,
});

interface MessageFacts extends Omit<Message, 'createdAt'> {
  createdAt: Date;
}

export const toMessage = (row: MessageFacts): Message => ({
  id: row.id,
  conversationId: row.conversationId,
  role: row.role,
  runId: row.runId,
  parts: row.parts,
  createdAt: row.createdAt.toISOString(),
});

/** What a run answered, as the message that is stored when it ends. */
export const answerOf = (run: Run, parts: MessagePart[]): NewMessage => ({
  id: run.assistantMessageId,
  conversationId: run.conversationId,
  role: 'assistant',
  runId: run.id,
  parts,
  context: null,
});
