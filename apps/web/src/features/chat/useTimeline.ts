import { computed, onScopeDispose, ref, toValue, watch, type MaybeRefOrGetter } from 'vue';
import { ApiError } from '@web/lib/api-error';
import { useChat } from './chat.store';

/** The whole timeline of the conversation in the address; live once the past is loaded. */
export function useTimeline(conversationId: MaybeRefOrGetter<string | null>) {
  const chat = useChat();
  const failure = ref<ApiError | null>(null);
  const isLoading = ref(false);
  let abort = new AbortController();

  const state = computed(() => chat.states.get(toValue(conversationId) ?? '') ?? null);
  const entries = computed(() => state.value?.timeline.entries ?? []);

  async function load(): Promise<void> {
    abort.abort();
    abort = new AbortController();
    const { signal } = abort;
    failure.value = null;
    const id = toValue(conversationId);
    if (!id || !state.value) return;
    isLoading.value = true;
    try {
      await chat.loadTimeline(id, signal);
    } catch (thrown) {
      if (!signal.aborted) failure.value = ApiError.from(thrown);
    }
    if (!signal.aborted) isLoading.value = false;
  }

  // A corrected state is another object, and may know of more than the timeline does.
  watch(state, load, { immediate: true });
  onScopeDispose(() => abort.abort());

  return { entries, failure, isLoading, reload: load };
}
