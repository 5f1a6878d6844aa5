import { onScopeDispose, shallowRef, toValue, watch, type MaybeRefOrGetter, type Ref } from 'vue';
import {
  BlockCutter,
  type MarkdownBlock,
  type MarkdownBlocks,
} from '@web/lib/markdown/markdown-blocks';
import {
  BlockDrawing,
  type DrawnBlock,
  type DrawOptions,
} from '@web/lib/markdown/markdown-drawing';

/** So long the page may stand still for drawing; the rest follows in the next turns. */
const SLICE_MS = 12;

type Drawings = Map<number, BlockDrawing>;

interface Growing {
  text: MaybeRefOrGetter<string>;
  isStreaming: MaybeRefOrGetter<boolean>;
  labels: MaybeRefOrGetter<{ image: string; copy: string }>;
}

/** Markdown as blocks of safe HTML. Finished blocks are drawn once, and much at once is drawn bit by bit. */
export function useMarkdown({ text, isStreaming, labels }: Growing): Readonly<Ref<DrawnBlock[]>> {
  const drawn = shallowRef<DrawnBlock[]>([]);
  const cutter = new BlockCutter();
  let drawings: Drawings = new Map();
  let work: Generator<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let before = '';
  let hasNews = false;

  function start(): void {
    const now = toValue(text);
    if (!now.startsWith(before)) drawings.clear();
    before = now;
    hasNews = false;
    const cut = cutter.cut(now, !toValue(isStreaming));
    const starts = new Set(cut.blocks.map(({ start: at }) => at));
    drawings = new Map([...drawings].filter(([at]) => starts.has(at)));
    const isOpen = toValue(isStreaming);
    work = drawAll(cut, drawings, { labels: toValue(labels), isOpen, onChanged: soon });
    go(cut.blocks);
  }

  function go(blocks: MarkdownBlock[]): void {
    clearTimeout(timer);
    timer = undefined;
    const until = performance.now() + SLICE_MS;
    while (work && performance.now() < until) if (work.next().done) work = null;
    drawn.value = shownOf(blocks, drawings);
    if (work) timer = setTimeout(() => go(blocks));
    else if (hasNews) timer = setTimeout(start, SLICE_MS);
  }

  /** Colours arrive one by one; a turn takes in all that are there, after the drawing that is under way. */
  function soon(): void {
    hasNews = true;
    if (!work) timer ??= setTimeout(start, SLICE_MS);
  }

  watch([() => toValue(text), () => toValue(isStreaming), () => toValue(labels).copy], start, {
    immediate: true,
  });
  onScopeDispose(() => {
    clearTimeout(timer);
    work = null;
  });
  return drawn;
}

function* drawAll(
  { blocks, definitions }: MarkdownBlocks,
  drawings: Drawings,
  common: Omit<DrawOptions, 'definitions'>,
): Generator<void> {
  const defined = definitions.map((line) => ({ line, label: labelOf(line) }));
  for (const [place, block] of blocks.entries()) {
    const isOpen = common.isOpen && place === blocks.length - 1;
    const options = { ...common, isOpen, definitions: definitionsFor(block, defined) };
    const drawing = drawings.get(block.start) ?? new BlockDrawing();
    drawings.set(block.start, drawing);
    if (!drawing.isCurrent(block, options)) yield* drawing.draw(block, options);
  }
}

/** What stands on the page is always the beginning of the text, without a hole. */
function shownOf(blocks: MarkdownBlock[], drawings: Drawings): DrawnBlock[] {
  const shown: DrawnBlock[] = [];
  for (const { start } of blocks) {
    const block = drawings.get(start)?.drawn;
    if (!block) break;
    shown.push(block);
  }
  return shown;
}

const plainSources = new WeakMap<MarkdownBlock, string>();

function plainSource(block: MarkdownBlock): string {
  const known = plainSources.get(block) ?? plain(block.source);
  plainSources.set(block, known);
  return known;
}

const plain = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ');

const labelOf = (line: string): string => plain(/^ {0,3}(\[[^\]]+\]):/.exec(line)?.[1] ?? line);

/** Only the definitions a block uses: a new one at the end must not have everything drawn again. */
function definitionsFor(block: MarkdownBlock, all: { line: string; label: string }[]): string {
  if (all.length === 0 || !block.source.includes('[')) return '';
  const words = plainSource(block);
  return all.flatMap(({ line, label }) => (words.includes(label) ? [line] : [])).join('\n');
}
