import { useResizeObserver } from '@vueuse/core';
import { nextTick, type Ref, shallowRef, watch } from 'vue';

/** As many pieces as were one table before it was cut: its columns stay where they were. */
const FIRST_PIECES = 2;

/** The tables an endless one is drawn as, because browsers lay out a table anew with every row that is added. */
export const partsOf = (pieces: readonly string[]): (readonly string[])[] => [
  pieces.slice(0, FIRST_PIECES),
  ...pieces.slice(FIRST_PIECES).map((piece) => [piece]),
];

/** Widths of the columns of each such table, by its name: its first part finds them, the others take them. */
export function useColumns(
  root: Readonly<Ref<HTMLElement | null>>,
  tables: () => readonly { key: number; pieces: readonly string[] }[],
): Readonly<Ref<ReadonlyMap<number, number[]>>> {
  const columns = shallowRef<ReadonlyMap<number, number[]>>(new Map());
  const longKeys = () =>
    tables().flatMap(({ key, pieces }) => (pieces.length > FIRST_PIECES ? [key] : []));

  function measure(): void {
    const long = [...(root.value?.querySelectorAll('.md-table:has(> .md-rows + .md-rows)') ?? [])];
    columns.value = new Map(longKeys().map((key, at) => [key, widthsOf(long[at])]));
  }

  watch(
    () => longKeys().join(),
    (keys) => keys !== '' && nextTick(measure),
    { immediate: true },
  );
  let width = 0;
  useResizeObserver(root, ([entry]) => {
    const isOther = entry && Math.abs(entry.contentRect.width - width) >= 1;
    if (!entry || !isOther) return;
    width = entry.contentRect.width;
    if (columns.value.size > 0) measure();
  });
  return columns;
}

function widthsOf(table: Element | undefined): number[] {
  const cells = [...(table?.querySelector('thead')?.querySelectorAll('th') ?? [])];
  return cells.map((cell) => cell.getBoundingClientRect().width);
}
