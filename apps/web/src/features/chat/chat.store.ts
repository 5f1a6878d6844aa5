import { defineStore } from 'pinia';
import { reactive, shallowReactive, watch as follow } from 'vue';
import type { ApiError } from '@web/lib/api-error';
import { useLive } from '@web/stores/live.store';
import { useSession } from '@web/stores/session.store';
import { chatApi } from './chat.api';
import { commandsFor } from './chat-commands';
import {
  applyEvents,
  type ConversationState,
  corrected,
  emptyState,
  stateOf,
} from './conversation-state';
import { addToTimeline } from './timeline';

/** Key of the conversation that is just being made and has no id yet. */
export const NEW = 'new';

/** Conversations that were opened in this tab. They survive leaving the page, so coming back is instant. */
export const useChat = defineStore('chat', () => {
  const live = useLive();
  const session = useSession();
  const states = shallowReactive(new Map<string, ConversationState>());
  const catchingUp = new Set<string>();

  live.on('run.events', ({ conversationId, events }) => {
    const state = states.get(conversationId);
    if (state && !applyEvents(state, events)) void catchUp(conversationId, state);
  });
  live.on('conversation.changed', ({ conversationId, conversation }) => {
    const state = states.get(conversationId);
    if (!conversation) states.delete(conversationId);
    else if (state) state.title = conversation.title;
  });
  // Another person may sign in at this very page.
  follow(
    () => session.user?.id,
    () => states.clear(),
  );

  function keep(conversationId: string, state: ConversationState): ConversationState {
    const kept = reactive(state);
    states.set(conversationId, kept);
    return kept;
  }

  /** An event is missing: asks for everything after the last known one, once at a time. */
  async function catchUp(conversationId: string, state: ConversationState): Promise<void> {
    if (catchingUp.has(conversationId)) return;
    catchingUp.add(conversationId);
    const body = { conversationId, afterSeq: state.lastSeq };
    // Without a connection nothing is asked: coming back online watches again anyway.
    await live.send('conversation.watch', body).catch(() => undefined);
    catchingUp.delete(conversationId);
  }

  /** Loads it, or shows what is known and corrects it; from then on its events come in. */
  async function open(conversationId: string, signal: AbortSignal): Promise<void> {
    const fresh = stateOf(await chatApi.open(conversationId, signal));
    const known = states.get(conversationId);
    // Events may have come in while the answer was on its way: then what is known is newer.
    if (known && known.lastSeq > fresh.lastSeq) return;
    keep(conversationId, known ? corrected(known, fresh) : fresh);
  }

  const watch = (conversationId: string, onFailed: (error: ApiError) => void): (() => void) =>
    live.watch(conversationId, {
      afterSeq: () => states.get(conversationId)?.lastSeq ?? 0,
      onFailed,
    });

  /** Everything up to the newest event, page by page; live events then follow on without a gap. */
  async function loadTimeline(conversationId: string, signal: AbortSignal): Promise<void> {
    for (;;) {
      const state = states.get(conversationId);
      if (!state || signal.aborted || state.timeline.lastSeq >= state.lastSeq) return;
      const page = await chatApi.events(conversationId, state.timeline.lastSeq, signal);
      if (page.length === 0) return;
      addToTimeline(state.timeline, page);
    }
  }

  return {
    ...{ states, open, watch, loadTimeline },
    ...commandsFor({ live, states, keepNew: () => keep(NEW, emptyState()) }),
    clearNew: () => states.delete(NEW),
  };
});
