import { onBeforeUnmount, onMounted, ref, type Ref } from 'vue';

/** A chapter counts as read from here on, measured from the top of the scrolling box. */
const READING_LINE = 140;

/** The anchor of the chapter under the reader's eyes. */
export function useActiveChapter(box: Ref<HTMLElement | null>): {
  active: Ref<string>;
  update: () => void;
} {
  const active = ref('');
  let frame = 0;

  function update(): void {
    frame = 0;
    const scroller = box.value;
    if (!scroller) return;
    const sections = [...scroller.querySelectorAll<HTMLElement>('section[id]')];
    const line = scroller.getBoundingClientRect().top + READING_LINE;
    const isAtEnd = scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 2;
    const passed = sections.filter((section) => section.getBoundingClientRect().top <= line);
    // The last chapters may be too short to ever reach the line.
    const current = isAtEnd && scroller.scrollTop > 0 ? sections.at(-1) : passed.at(-1);
    active.value = (current ?? sections[0])?.id ?? '';
  }

  const onScroll = () => (frame ||= requestAnimationFrame(update));

  onMounted(() => box.value?.addEventListener('scroll', onScroll, { passive: true }));
  onBeforeUnmount(() => {
    box.value?.removeEventListener('scroll', onScroll);
    cancelAnimationFrame(frame);
  });
  return { active, update };
}
