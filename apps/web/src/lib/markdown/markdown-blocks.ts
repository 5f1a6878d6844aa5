const FENCE = /^[ \t]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})(.*)$/;
const LIST_ITEM = /^[ \t]*(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)/;
const TOP_ITEM = /^(?:([-+*])|(\d{1,9})([.)]))[ \t]/;
const INDENTED = /^(?: {2,}|\t)/;
const DEFINITION = /^ {0,3}\[[^\]]+\]:\s*\S/;
/** Ends whatever paragraph, list, quote or table stands before it, even without a blank line. */
const HEADING = /^#{1,6}(?:[ \t]|$)/;
const LIST_BEGIN = /^(?:[-+*]|1[.)])[ \t]+\S/;
const QUOTE = /^>/;
const TOP_FENCE = /^(?:`{3,}[^`]*|~{3,}.*)$/;

/** A list is drawn in parts of this many characters, so that a thousand items are not parsed with each new one. */
const LIST_PART_CHARS = 1_500;

export interface MarkdownBlock {
  /** Where it begins in the text: its name, as that never changes. */
  start: number;
  end: number;
  /** The text from start to end. */
  source: string;
  /** Goes on with the list of the block before it, if it is a numbered one with this number. */
  isJoined: boolean;
  listStart: number | null;
}

export interface MarkdownBlocks {
  /** Pieces that can be rendered one by one. While text grows, all but the last two are the same objects as before. */
  blocks: MarkdownBlock[];
  /** Link definitions of the whole text, which every block may use. */
  definitions: string[];
}

/** Where reading stands; small, because the unfinished last line is read on a copy each time. */
interface Place {
  start: number;
  /** First line of the open block that is not blank. */
  first: string | null;
  fence: string;
  isTopFence: boolean;
  /** The block is complete, whatever the next line is. */
  isOver: boolean;
  isAfterBlank: boolean;
  isJoined: boolean;
  /** Items of the whole list before the open block, and the number it began with; null when it cannot be counted. */
  list: { kind: string; first: number; before: number; here: number } | null;
}

const begin = (start: number): Place => ({
  ...{ start, first: null, fence: '', isTopFence: false, isOver: false },
  ...{ isAfterBlank: false, isJoined: false, list: null },
});

/**
 * Cuts Markdown where it is safe: at blank lines and before lines that end everything, never inside a fence or an item
 * of a list. A text that grew is read on from where reading stopped, so a long answer costs no more per word than a
 * short one. Merging too much is harmless, cutting is not.
 */
export class BlockCutter {
  private text = '';
  private next = 0;
  private place = begin(0);
  private settled: MarkdownBlock[] = [];
  private definitions: string[] = [];

  /** `isComplete` is false while the last line may still grow. */
  cut(text: string, isComplete = true): MarkdownBlocks {
    if (!text.startsWith(this.text)) this.restart();
    this.text = text;
    for (let end = text.indexOf('\n', this.next); end >= 0; end = text.indexOf('\n', this.next)) {
      this.take(text.slice(this.next, end), this.place, this.settled);
      this.next = end + 1;
    }
    const line = text.slice(this.next);
    const blocks = [...this.settled];
    const place = { ...this.place, list: this.place.list && { ...this.place.list } };
    const definitions = this.definitions.length;
    this.take(line, place, blocks, isComplete);
    blocks.push(blockOf(text, place, text.length));
    const found = [...this.definitions];
    this.definitions.length = definitions;
    return { blocks, definitions: found };
  }

  private restart(): void {
    this.next = 0;
    this.place = begin(0);
    this.settled = [];
    this.definitions = [];
  }

  private take(line: string, place: Place, blocks: MarkdownBlock[], isWhole = true): void {
    const isBlank = line.trim() === '';
    if (place.fence === '' && !isBlank) {
      const cut = cutBefore(line, place, this.next);
      if (cut) {
        blocks.push(blockOf(this.text, place, this.next));
        Object.assign(place, begin(this.next), cut);
      }
      place.first ??= line;
      countItem(line, place);
      if (isWhole && DEFINITION.test(line)) this.definitions.push(line);
    }
    readOn(line, isBlank, place);
  }
}

function readOn(line: string, isBlank: boolean, place: Place): void {
  const { fence } = place;
  place.fence = nextFence(fence, line);
  if (fence === '') {
    place.isTopFence = TOP_FENCE.test(line);
    place.isOver = HEADING.test(line);
  } else {
    place.isOver = place.fence === '' && place.isTopFence;
  }
  place.isAfterBlank = isBlank && place.fence === '';
}

/** What the new block begins with, or null when the line belongs to the open one. */
function cutBefore(line: string, place: Place, at: number): Partial<Place> | null {
  const { first, list } = place;
  if (first === null) return null;
  if (TOP_FENCE.test(line) || HEADING.test(line)) return {};
  if (list && kindOf(line) === list.kind) {
    if (at - place.start < LIST_PART_CHARS) return null;
    return { isJoined: true, list: { ...list, before: list.before + list.here, here: 0 } };
  }
  if (interrupts(line, first)) return {};
  return beginsAfter(place, line, first) ? {} : null;
}

/** True when what came before is complete, and the line does not go on with it nevertheless. */
function beginsAfter({ isOver, isAfterBlank }: Place, line: string, first: string): boolean {
  if (INDENTED.test(line)) return false;
  if (isOver) return true;
  return isAfterBlank && !(LIST_ITEM.test(first) && LIST_ITEM.test(line));
}

/** A quote or a list of another kind needs no blank line before it. */
function interrupts(line: string, first: string): boolean {
  if (QUOTE.test(line)) return !QUOTE.test(first);
  if (!LIST_BEGIN.test(line)) return false;
  return !LIST_ITEM.test(first) || (kindOf(first) !== '' && kindOf(first) !== kindOf(line));
}

const kindOf = (line: string): string => {
  const [, bullet, , dot] = TOP_ITEM.exec(line) ?? [];
  return bullet ?? dot ?? '';
};

/** Counts only lists whose every item begins at the edge: what is indented a little could be an item or not. */
function countItem(line: string, place: Place): void {
  const [, bullet, number, dot] = TOP_ITEM.exec(line) ?? [];
  const kind = bullet ?? dot;
  if (kind && line === place.first && !place.list) {
    place.list = { kind, first: Number(number ?? 0), before: 0, here: 1 };
  } else if (!place.list) return;
  else if (kind === place.list.kind) place.list.here += 1;
  else if (/^ {1,3}\S/.test(line) && LIST_ITEM.test(line) && !isNested(line, place.list.kind))
    place.list = null;
}

const isNested = (line: string, kind: string): boolean =>
  line.search(/\S/) >= (/[.)]/.test(kind) ? 3 : 2);

function blockOf(text: string, { start, isJoined, list }: Place, end: number): MarkdownBlock {
  const isNumbered = isJoined && list !== null && /[.)]/.test(list.kind);
  const listStart = isNumbered ? list.first + list.before : null;
  return { start, end, source: text.slice(start, end), isJoined, listStart };
}

/** The marker of the open fence after this line, or ''. */
function nextFence(fence: string, line: string): string {
  const found = FENCE.exec(line);
  if (!found) return fence;
  const [, marker = '', rest = ''] = found;
  if (fence === '') return marker.startsWith('`') && rest.includes('`') ? '' : marker;
  const isClosing = marker[0] === fence[0] && marker.length >= fence.length && rest.trim() === '';
  return isClosing ? '' : fence;
}
