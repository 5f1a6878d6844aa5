import { onScopeDispose, ref, toValue, watch, type MaybeRefOrGetter, type Ref } from 'vue';

const SHORTEST_MS = 40;
const LONGEST_MS = 300;
const CHARS_PER_MS = 600;

/**
 * A growing text, passed on a few times a second instead of with every word: the longer it is the rarer, so that
 * drawing it never takes more than a small part of the time. Whole as soon as it no longer grows.
 */
export function useCalmText(
  text: MaybeRefOrGetter<string>,
  isGrowing: MaybeRefOrGetter<boolean>,
): Readonly<Ref<string>> {
  const shown = ref(toValue(text));
  let timer: ReturnType<typeof setTimeout> | undefined;

  function show(): void {
    clearTimeout(timer);
    timer = undefined;
    shown.value = toValue(text);
  }

  watch([() => toValue(text), () => toValue(isGrowing)], ([next, grows]) => {
    if (!grows) show();
    else timer ??= setTimeout(show, pauseFor(next.length));
  });
  onScopeDispose(() => clearTimeout(timer));
  return shown;
}

const pauseFor = (chars: number): number =>
  Math.min(LONGEST_MS, Math.max(SHORTEST_MS, chars / CHARS_PER_MS));
