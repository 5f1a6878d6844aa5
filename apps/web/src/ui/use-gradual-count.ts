import { onScopeDispose, ref, toValue, watch, type MaybeRefOrGetter, type Ref } from 'vue';

/**
 * How many entries of a long list to draw: a few at once and some more with every frame, so that the page answers
 * in between. Starts anew whenever `list` is another one.
 */
export function useGradualCount(
  list: MaybeRefOrGetter<readonly unknown[]>,
  most: MaybeRefOrGetter<number>,
  step = 6,
): Readonly<Ref<number>> {
  const count = ref(step);
  let frame = 0;

  function grow(): void {
    frame = requestAnimationFrame(() => {
      if (count.value >= Math.min(toValue(most), toValue(list).length)) return;
      count.value += step;
      // Behind the frame that draws these.
      frame = requestAnimationFrame(grow);
    });
  }

  watch(
    () => [toValue(list), toValue(most)] as const,
    ([next], before) => {
      cancelAnimationFrame(frame);
      if (next !== before?.[0]) count.value = step;
      grow();
    },
    { immediate: true },
  );
  onScopeDispose(() => cancelAnimationFrame(frame));
  return count;
}
