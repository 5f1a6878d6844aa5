import { computed, onScopeDispose, ref, toValue, watch, type MaybeRefOrGetter } from 'vue';
import { ApiError } from '@web/lib/api-error';
import { NEW, useChat } from './chat.store';
import { runningRun } from './conversation-state';

/** The conversation of the address: opens, watches and follows it until the address changes. */
export function useConversation(conversationId: MaybeRefOrGetter<string | null>) {
  const chat = useChat();
  const failure = ref<ApiError | null>(null);
  const isLoading = ref(false);
  let leave: () => void = () => undefined;

  const state = computed(() => chat.states.get(toValue(conversationId) ?? NEW) ?? null);
  const running = computed(() => (state.value ? runningRun(state.value) : null));

  async function load(): Promise<void> {
    const id = toValue(conversationId);
    leave();
    failure.value = null;
    isLoading.value = false;
    chat.clearNew();
    if (!id) return;
    const abort = new AbortController();
    let unwatch: () => void = () => undefined;
    leave = () => {
      abort.abort();
      unwatch();
    };
    const fail = (thrown: unknown) => {
      if (!abort.signal.aborted) failure.value = ApiError.from(thrown);
    };
    // A conversation begun in this tab tells everything itself; others are fetched first.
    if (chat.states.get(id)?.lastSeq !== 0) {
      isLoading.value = true;
      await chat.open(id, abort.signal).catch(fail);
    }
    if (abort.signal.aborted) return;
    isLoading.value = false;
    if (!failure.value) unwatch = chat.watch(id, fail);
  }

  watch(() => toValue(conversationId), load, { immediate: true });
  onScopeDispose(() => leave());

  return { state, running, failure, isLoading, reload: load };
}
