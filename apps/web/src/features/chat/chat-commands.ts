import { ApiError } from '@web/lib/api-error';
import { newId } from '@web/lib/new-id';
import type { useLive } from '@web/stores/live.store';
import { addPending, type ConversationState, removePending } from './conversation-state';

export interface Question {
  text: string;
  modelId: string;
}

interface Surroundings {
  live: Pick<ReturnType<typeof useLive>, 'send'>;
  states: Map<string, ConversationState>;
  /** State for a conversation that has no id yet. */
  keepNew: () => ConversationState;
}

/** What a person makes a conversation do. */
export function commandsFor({ live, states, keepNew }: Surroundings) {
  /** The question stands in the conversation at once; a refusal takes it out again and throws. */
  function ask(conversationId: string | null, { text, modelId }: Question): Promise<string> {
    return begin(conversationId, text, (clientRequestId) =>
      live.send('run.start', { clientRequestId, text, modelId, ...given(conversationId) }),
    );
  }

  function callTool(
    conversationId: string | null,
    call: { tool: string; arguments: string },
  ): Promise<string> {
    return begin(conversationId, `/${call.tool} ${call.arguments}`, (clientRequestId) =>
      live.send('tool.call', { clientRequestId, ...call, ...given(conversationId) }),
    );
  }

  async function begin(
    conversationId: string | null,
    text: string,
    send: (clientRequestId: string) => Promise<{ conversationId: string }>,
  ): Promise<string> {
    const state = (conversationId && states.get(conversationId)) || keepNew();
    addPending(state, text);
    try {
      const started = await twice(send);
      if (!states.has(started.conversationId)) states.set(started.conversationId, state);
      // Until the server tells the title it gave.
      state.title ||= text.trim().split('\n', 1)[0]?.slice(0, 80) ?? '';
      return started.conversationId;
    } catch (thrown) {
      removePending(state);
      throw ApiError.from(thrown);
    }
  }

  async function goOn(conversationId: string, modelId: string): Promise<void> {
    await twice((clientRequestId) =>
      live.send('run.continue', { clientRequestId, conversationId, modelId }),
    );
  }

  async function stop(runId: string): Promise<void> {
    await live.send('run.stop', { runId });
  }

  return { ask, callTool, goOn, stop };
}

const given = (conversationId: string | null) => (conversationId ? { conversationId } : {});

/** An answer may be lost with the connection. The same id makes the second try harmless. */
async function twice<T>(send: (clientRequestId: string) => Promise<T>): Promise<T> {
  const clientRequestId = newId();
  try {
    return await send(clientRequestId);
  } catch (thrown) {
    if (ApiError.from(thrown).code !== 'unreachable') throw thrown;
    return send(clientRequestId);
  }
}
