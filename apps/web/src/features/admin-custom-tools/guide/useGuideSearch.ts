import { useDebounceFn } from '@vueuse/core';
import { computed, nextTick, onScopeDispose, ref, type Ref, shallowRef, watch } from 'vue';

const ALL = 'guide-found';
const CURRENT = 'guide-current';
const MOST = 500;

/** Finds words in the shown text and marks them without changing it. */
export function useGuideSearch(article: Ref<HTMLElement | null>) {
  const words = ref('');
  const ranges = shallowRef<Range[]>([]);
  const place = ref(-1);
  const isOn = computed(() => words.value.trim() !== '');

  function look(): void {
    ranges.value = isOn.value && article.value ? findIn(article.value, words.value.trim()) : [];
    place.value = ranges.value.length > 0 ? 0 : -1;
    mark();
    reveal();
  }

  function mark(): void {
    if (!('highlights' in CSS)) return;
    CSS.highlights.set(ALL, new Highlight(...ranges.value));
    const current = ranges.value[place.value];
    CSS.highlights.set(CURRENT, current ? new Highlight(current) : new Highlight());
  }

  function reveal(): void {
    const element = ranges.value[place.value]?.startContainer.parentElement;
    element?.closest('details')?.setAttribute('open', '');
    element?.scrollIntoView({ block: 'center' });
  }

  /** Colours of code arrive later and replace its text: what was found before may be gone by now. */
  async function go(step: 1 | -1): Promise<void> {
    if (ranges.value.some(({ collapsed }) => collapsed)) {
      const before = place.value;
      ranges.value = article.value ? findIn(article.value, words.value.trim()) : [];
      place.value = before;
    }
    const count = ranges.value.length;
    if (count === 0) return;
    place.value = (place.value + step + count) % count;
    await nextTick();
    mark();
    reveal();
  }

  watch(words, useDebounceFn(look, 120));
  onScopeDispose(() => {
    if (!('highlights' in CSS)) return;
    CSS.highlights.delete(ALL);
    CSS.highlights.delete(CURRENT);
  });
  return { words, place, count: computed(() => ranges.value.length), isOn, go };
}

/** Within one element of text each; upper and lower case are the same. */
export function findIn(root: HTMLElement, words: string): Range[] {
  const wanted = words.toLowerCase();
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Range[] = [];
  while (walker.nextNode() && found.length < MOST) {
    const text = (walker.currentNode.textContent ?? '').toLowerCase();
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
      const range = document.createRange();
      range.setStart(walker.currentNode, at);
      range.setEnd(walker.currentNode, at + wanted.length);
      found.push(range);
    }
  }
  return found;
}
