import { type BlockPieces, cutPieces } from './block-pieces';
import { highlight } from './highlighter';
import type { MarkdownBlock } from './markdown-blocks';
import {
  type MarkdownOptions,
  renderCode,
  renderInline,
  renderMarkdown,
  renderTable,
} from './render-markdown';

/** Safe HTML of a block, as it is put on the page. */
export type DrawnBlock = { key: number; isJoined: boolean } & (
  | { kind: 'whole'; html: string }
  /** Each run is drawn as a paragraph of its own that goes on where the one before it ended. */
  | { kind: 'paragraph'; runs: string[][] }
  | { kind: 'code'; language: string; pieces: string[] }
  | { kind: 'table'; head: string; pieces: string[] }
);

/** Pieces of one paragraph: laid out together, so there must not be too many. */
const PIECES_PER_RUN = 10;

interface Piece {
  text: string;
  html: string;
  highlightId: number | null;
}

export interface DrawOptions {
  labels: MarkdownOptions['labels'];
  definitions: string;
  /** The text may still grow at the end of this block. */
  isOpen: boolean;
  /** Something arrived later: draw again. */
  onChanged: () => void;
}

/** Draws one block, and again when it grew or something it needs arrived; what is finished is drawn once. */
export class BlockDrawing {
  drawn: DrawnBlock | null = null;
  private seen = '';
  private base = '';
  private wasOpen = false;
  private block: MarkdownBlock | null = null;
  private cut: BlockPieces | null = null;
  private pieces: Piece[] = [];
  private readonly colours = new Map<string, string | null>();
  private arrived = 0;

  isCurrent(block: MarkdownBlock, options: DrawOptions): boolean {
    return this.drawn !== null && this.seen === this.stateOf(block, options) && this.isSame(block);
  }

  /** Yields after each piece, so that whoever draws can let the page breathe in between. */
  *draw(block: MarkdownBlock, options: DrawOptions): Generator<void> {
    this.forget(block, options);
    this.seen = this.stateOf(block, options);
    this.cut = cutPieces(block.source, this.cut);
    this.block = block;
    // Where a seam might show while the text grew, the finished block is drawn at once after all.
    if (this.cut && (this.cut.isExact || options.isOpen)) yield* this.drawPieces(this.cut, options);
    else this.drawn = this.whole(block, options);
    yield;
  }

  /** Keeps of what was drawn what still holds. */
  private forget(block: MarkdownBlock, options: DrawOptions): void {
    const base = `${options.labels.copy}\n${options.definitions}`;
    const hasGrown = this.block !== null && block.source.startsWith(this.block.source);
    if (!hasGrown) this.cut = null;
    if (!hasGrown || base !== this.base) this.pieces = [];
    // Its last piece was left without colours as long as it grew.
    else if (this.wasOpen && !options.isOpen) this.pieces.pop();
    this.base = base;
    this.wasOpen = options.isOpen;
  }

  private isSame(block: MarkdownBlock): boolean {
    return this.block === block || this.block?.source === block.source;
  }

  private stateOf({ source }: MarkdownBlock, { labels, definitions, isOpen }: DrawOptions): string {
    const isUnfinished = isOpen && /[`~]{3}/.test(source);
    return `${labels.copy}\n${definitions}\n${this.arrived}\n${isUnfinished}`;
  }

  private whole(block: MarkdownBlock, options: DrawOptions): DrawnBlock {
    const { start: key, isJoined } = block;
    const html = renderMarkdown(block.source, {
      ...options,
      listStart: block.listStart,
      // Colouring an unfinished block again and again would cost the square of its length.
      highlight: options.isOpen
        ? undefined
        : (code, language) => this.coloured(code, language, options),
    });
    return { key, isJoined, kind: 'whole', html };
  }

  /** Null while the colours are on their way; then it is drawn again. */
  private coloured(code: string, language: string, { onChanged }: DrawOptions): string | null {
    const name = `${language}\n${code}`;
    const known = this.colours.get(name);
    if (known !== undefined) return known;
    this.colours.set(name, null);
    void highlight(code, language)?.html.then((html) => {
      if (html === null) return;
      this.colours.set(name, html);
      this.arrived += 1;
      onChanged();
    });
    return null;
  }

  private *drawPieces(cut: BlockPieces, options: DrawOptions): Generator<void> {
    const { start: key, isJoined } = this.block as MarkdownBlock;
    const last = cut.pieces.length - 1;
    const changed = this.pieces.findIndex(({ text }, at) => text !== cut.pieces[at]);
    if (changed >= 0) this.pieces.length = changed;
    let head = this.drawn?.kind === 'table' && changed !== 0 ? this.drawn.head : '';
    for (const [at, text] of cut.pieces.entries()) {
      if (this.pieces[at]) continue;
      const isTail = at === last;
      if (cut.kind === 'table') {
        const table = renderTable(cut.head + text, options);
        head ||= table.head;
        this.pieces.push({ text, html: table.rows, highlightId: null });
      } else if (cut.kind === 'code') this.pieces.push(this.code(cut, at, options));
      else this.pieces.push({ text, html: inlineOf(text, isTail, options), highlightId: null });
      this.drawn = { key, isJoined, ...this.shape(cut, head) };
      yield;
    }
    this.drawn = { key, isJoined, ...this.shape(cut, head) };
  }

  private shape({ kind, head: language }: BlockPieces, head: string) {
    const pieces = this.pieces.map(({ html }) => html);
    if (kind === 'table') return { kind, head, pieces };
    if (kind === 'code') return { kind, language, pieces };
    const runs: string[][] = [];
    for (let at = 0; at < pieces.length; at += PIECES_PER_RUN)
      runs.push(pieces.slice(at, at + PIECES_PER_RUN));
    return { kind, runs };
  }

  private code(cut: BlockPieces, at: number, { isOpen, onChanged }: DrawOptions): Piece {
    const text = cut.pieces[at] as string;
    const piece: Piece = { text, html: renderCode(text, null), highlightId: null };
    const before = this.pieces[at - 1]?.highlightId ?? null;
    const isTail = at === cut.pieces.length - 1;
    if ((isTail && isOpen) || (at > 0 && before === null)) return piece;
    const asked = highlight(text, cut.head, before);
    piece.highlightId = asked?.id ?? null;
    void asked?.html.then((html) => {
      if (html === null || this.pieces[at] !== piece) return;
      piece.html = renderCode(text, html);
      if (this.drawn?.kind === 'code') {
        this.drawn = { ...this.drawn, pieces: this.pieces.map((each) => each.html) };
      }
      onChanged();
    });
    return piece;
  }
}

/** The joint after a piece of a paragraph is the space or line end it was cut at. */
function inlineOf(text: string, isTail: boolean, options: DrawOptions): string {
  const html = renderInline(text.trimEnd(), options);
  if (isTail) return html;
  return html + (text.endsWith('\n') ? '<br>' : text.endsWith(' ') ? ' ' : '');
}
