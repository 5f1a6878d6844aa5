import { useIntervalFn } from '@vueuse/core';
import { ref, toValue, watch, type MaybeRefOrGetter } from 'vue';

/** Milliseconds since a moment, counting while it matters. */
export function useElapsed(since: MaybeRefOrGetter<string>, isCounting: MaybeRefOrGetter<boolean>) {
  const elapsed = ref(0);
  const measure = () => (elapsed.value = Math.max(0, Date.now() - Date.parse(toValue(since))));
  const clock = useIntervalFn(measure, 100, { immediate: false });
  watch(
    () => toValue(isCounting),
    (counts) => {
      measure();
      if (counts) clock.resume();
      else clock.pause();
    },
    { immediate: true },
  );
  return elapsed;
}
