import { useEventListener, useResizeObserver } from '@vueuse/core';
import { nextTick, ref, type Ref } from 'vue';

/** So near the end counts as reading the newest. */
const NEAR_PX = 48;

/** Keeps a growing column at its end while the reader is there, and never moves what is being read otherwise. */
export function useFollow(frame: Ref<HTMLElement | null>, content: Ref<HTMLElement | null>) {
  const isAtEnd = ref(true);
  let lastTop = 0;

  function measure(): void {
    const box = frame.value;
    if (!box) return;
    const isNear = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_PX;
    // Content that grew below is no reason to stop following; only going up is.
    if (isNear) isAtEnd.value = true;
    else if (box.scrollTop < lastTop) isAtEnd.value = false;
    lastTop = box.scrollTop;
  }

  function toEnd(behavior: ScrollBehavior = 'auto'): void {
    isAtEnd.value = true;
    frame.value?.scrollTo({ top: frame.value.scrollHeight, behavior });
  }

  useEventListener(frame, 'scroll', measure, { passive: true });
  useResizeObserver(content, () => isAtEnd.value && toEnd());
  useResizeObserver(frame, () => isAtEnd.value && toEnd());

  return { isAtEnd, toEnd: (behavior?: ScrollBehavior) => nextTick(() => toEnd(behavior)) };
}
