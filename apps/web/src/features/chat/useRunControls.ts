import { ref, toValue, type MaybeRefOrGetter } from 'vue';
import { useErrorToast } from '@web/stores/toasts';
import { useChat } from './chat.store';

/** Stop what is running, or go on with what has ended. Two clicks do it once. */
export function useRunControls(
  conversationId: MaybeRefOrGetter<string | null>,
  modelId: MaybeRefOrGetter<string | null>,
) {
  const chat = useChat();
  const errors = useErrorToast();
  const isStopping = ref(false);
  const isGoingOn = ref(false);

  async function stop(runId: string | undefined): Promise<void> {
    if (!runId || isStopping.value) return;
    isStopping.value = true;
    await chat.stop(runId).catch((thrown) => errors.show(thrown));
    isStopping.value = false;
  }

  async function goOn(): Promise<void> {
    const id = toValue(conversationId);
    const model = toValue(modelId);
    if (!id || !model || isGoingOn.value) return;
    isGoingOn.value = true;
    await chat.goOn(id, model).catch((thrown) => errors.show(thrown, () => void goOn()));
    isGoingOn.value = false;
  }

  return { stop, goOn, isStopping, isGoingOn };
}
