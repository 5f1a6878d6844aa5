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
const LONGEST_MS = 2_000;
const CHARS_PER_MS = 600;
/** Drawing may take one part in so many of the time. */
const REST_FACTOR = 4;

/**
 * A growing text, passed on a few times a second instead of with every word: the longer it takes to draw, the rarer,
 * so that an endless paragraph freezes nothing. Whole as soon as it no longer grows.
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
    else timer ??= setTimeout(show, pauseFor(next.length, costMs));
  });
  onScopeDispose(() => clearTimeout(timer));
  return shown;
}

const pauseFor = (chars: number, costMs: number): number =>
  Math.min(LONGEST_MS, Math.max(SHORTEST_MS, chars / CHARS_PER_MS, costMs * REST_FACTOR));
