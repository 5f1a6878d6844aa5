import { useResizeObserver } from '@vueuse/core';
import { nextTick, onScopeDispose, type Ref, watch } from 'vue';

/** So long lines may be measured before the page gets a turn. */
const SLICE_MS = 8;

/**
 * A very long paragraph is drawn as runs, because browsers lay out a paragraph anew with every word that is added. Each
 * run has to begin where the last line of the one before it ends, which only the drawn page can tell.
 */
export function useJoints(
  root: Readonly<Ref<HTMLElement | null>>,
  joints: Readonly<Ref<number>>,
): void {
  let width = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** From the first run on, since where one ends decides where the next begins. */
  function align(from: number): void {
    clearTimeout(timer);
    const runs = [...(root.value?.querySelectorAll<HTMLElement>('.md-run + .md-run') ?? [])];
    const until = performance.now() + SLICE_MS;
    for (let at = from; at < runs.length; at++) {
      if (performance.now() > until) {
        timer = setTimeout(() => align(at));
        return;
      }
      alignOne(runs[at] as HTMLElement);
    }
  }

  watch(joints, async (now, before) => {
    await nextTick();
    align(now > before ? before : 0);
  });
  useResizeObserver(root, ([entry]) => {
    const isOther = entry && Math.abs(entry.contentRect.width - width) >= 1;
    if (!entry || !isOther) return;
    width = entry.contentRect.width;
    if (joints.value > 0) align(0);
  });
  onScopeDispose(() => clearTimeout(timer));
}

function alignOne(run: HTMLElement): void {
  const end = run.previousElementSibling?.querySelector('.md-joint');
  if (!end) return;
  const offset = end.getBoundingClientRect().left - run.getBoundingClientRect().left;
  run.style.setProperty('--joint', `${Math.max(0, offset)}px`);
}
