import {
  nextTick,
  onScopeDispose,
  ref,
  toValue,
  watch,
  type MaybeRefOrGetter,
  type Ref,
} from 'vue';

const SHORTEST_MS = 40;
const LONGEST_MS = 500;
/** Drawing may take one part in so many of the time. */
const REST_FACTOR = 4;

/**
 * A growing text, passed on a few times a second instead of with every word: the longer it takes to draw, the rarer,
 * so that a slow machine keeps up. Whole as soon as it no longer grows.
 */
export function useCalmText(
  text: MaybeRefOrGetter<string>,
  isGrowing: MaybeRefOrGetter<boolean>,
): Readonly<Ref<string>> {
  const shown = ref(toValue(text));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let costMs = 0;

  function show(): void {
    clearTimeout(timer);
    timer = undefined;
    const began = performance.now();
    shown.value = toValue(text);
    void nextTick(() => (costMs = performance.now() - began));
  }

  watch([() => toValue(text), () => toValue(isGrowing)], ([next, grows]) => {
    if (!grows) show();
    else if (next !== shown.value) timer ??= setTimeout(show, pauseFor(costMs));
  });
  onScopeDispose(() => clearTimeout(timer));
  return shown;
}

const pauseFor = (costMs: number): number =>
  Math.min(LONGEST_MS, Math.max(SHORTEST_MS, costMs * REST_FACTOR));
