import { useQuery } from '@tanstack/vue-query';
import { computed, ref, toValue, watch, type MaybeRefOrGetter } from 'vue';
import { readStored, writeStored } from '@web/lib/browser-storage';
import { chatApi } from './chat.api';

const STORED = 'model';

/** Which model answers: the one just picked, else the conversation's own, else the last one picked, else the first. */
export function useModelChoice(
  conversationId: MaybeRefOrGetter<string | null>,
  ofConversation: MaybeRefOrGetter<string | null>,
) {
  const query = useQuery({
    queryKey: ['models'],
    queryFn: ({ signal }) => chatApi.models(signal),
  });
  const picked = ref<string | null>(null);
  const remembered = ref(readStored(STORED));
  watch(
    () => toValue(conversationId),
    () => (picked.value = null),
  );

  const modelId = computed<string | null>({
    get() {
      const choices = query.data.value ?? [];
      const wanted = [picked.value, toValue(ofConversation), remembered.value];
      const found = wanted.find((id) => choices.some((choice) => choice.id === id));
      return found ?? choices[0]?.id ?? null;
    },
    set(id) {
      picked.value = id;
      remembered.value = id;
      writeStored(STORED, id);
    },
  });

  return { ...query, modelId };
}
