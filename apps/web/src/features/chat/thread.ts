import type { Message, RunRow } from '@contract/chat';
import { isOpenRun, type ConversationState } from './conversation-state';

export type ThreadItem =
  | { kind: 'message'; key: string; message: Message; isLive: boolean }
  | { kind: 'end'; key: string; run: RunRow; isLast: boolean };

/** What stands in the column, in order: messages, and after each run that did not simply end well, how it ended. */
export function threadOf({ messages, runs }: ConversationState): ThreadItem[] {
  const byId = new Map(runs.map((run) => [run.id, run]));
  const lastRun = runs.at(-1);
  const items: ThreadItem[] = [];
  const endOf = (run: RunRow | undefined) => {
    if (!run || !needsWords(run)) return;
    const isLast = run === lastRun && messages.at(-1)?.runId !== 'pending';
    items.push({ kind: 'end', key: `end-${run.id}`, run, isLast });
  };
  messages.forEach((message, place) => {
    const run = byId.get(message.runId);
    const isLive = message.role === 'assistant' && run !== undefined && isOpenRun(run.status);
    items.push({ kind: 'message', key: message.id, message, isLive });
    if (messages[place + 1]?.runId !== message.runId) endOf(run);
  });
  // A run that failed before it wrote anything may have left no message at all.
  if (lastRun && !messages.some(({ runId }) => runId === lastRun.id)) endOf(lastRun);
  return items;
}

const needsWords = ({ status, canContinue }: RunRow): boolean =>
  !isOpenRun(status) && (status !== 'completed' || canContinue);
