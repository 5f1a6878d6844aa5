import { ref, toValue, watch, type MaybeRefOrGetter } from 'vue';
import { readStored, writeStored } from '@web/lib/browser-storage';
import { useSession } from '@web/stores/session.store';

/** What was typed and not sent, kept per person and conversation. */
export function useDraft(conversationId: MaybeRefOrGetter<string | null>) {
  const session = useSession();
  const draft = ref('');
  const key = () => `draft-${session.user?.id ?? ''}-${toValue(conversationId) ?? 'new'}`;
  watch(key, (next) => (draft.value = readStored(next) ?? ''), { immediate: true });
  watch(draft, (text) => writeStored(key(), text || null), { flush: 'sync' });
  return draft;
}
