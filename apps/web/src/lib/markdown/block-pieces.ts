import { findSeam } from './inline-seams';

/** A block longer than this is drawn in pieces. */
export const WHOLE_CHARS = 3_000;
const PIECE_CHARS = 1_500;
/** A piece of a paragraph grows to this before it is cut where a seam may show until the end. */
const LONGEST_PIECE = 6_000;

const FENCE_LINE = /^(`{3,}|~{3,})[ \t]*(\S*)[^\n]*\n/;
const TABLE_HEAD = /^\|[^\n]*\n *\|?(?: *:?-+:? *\|)+(?: *:?-+:? *)?\n/;
/** A line that begins something else than the paragraph it stands in, or could change what the paragraph is. */
const OTHER_LINE =
  /^(?: {4}|\t| {0,3}(?:[#>|]|[-+*](?:[ \t]|$)|\d{1,9}[.)](?:[ \t]|$)|`{3}|~{3}|=+[ \t]*$|[-*_][-*_ \t]*$|\[[^\]]+\]:|:?-+:? *\|))/;

export interface BlockPieces {
  kind: 'paragraph' | 'code' | 'table';
  /** The language of code; the two first lines of a table. */
  head: string;
  /** Joined and put behind the head they are the block; all but the last stay as they are while it grows. */
  pieces: string[];
  /** Where the last piece begins in the source. */
  tailAt: number;
  /** The pieces drawn apart certainly look as the block drawn at once. */
  isExact: boolean;
}

/**
 * Cuts one endless paragraph, code block or table into pieces that are rendered once each. Null for what is short or
 * cannot be cut without changing how it looks. `known` is the answer for the same block when it was shorter.
 */
export function cutPieces(source: string, known?: BlockPieces | null): BlockPieces | null {
  if (source.length <= WHOLE_CHARS) return null;
  const found = known
    ? { ...known, pieces: known.pieces.slice(0, -1) }
    : (beginCode(source) ?? beginTable(source) ?? beginParagraph(source));
  return found && CUT[found.kind](source, found);
}

const CUT = { code: cutCode, table: cutTable, paragraph: cutParagraph };

function beginCode(source: string): BlockPieces | null {
  const [line, , language = ''] = FENCE_LINE.exec(source) ?? [];
  if (line === undefined) return null;
  return { kind: 'code', head: language, pieces: [], tailAt: line.length, isExact: true };
}

function beginTable(source: string): BlockPieces | null {
  const [head] = TABLE_HEAD.exec(source) ?? [];
  if (head === undefined) return null;
  return { kind: 'table', head, pieces: [], tailAt: head.length, isExact: true };
}

function beginParagraph(source: string): BlockPieces | null {
  const [first = ''] = source.split('\n', 1);
  if (first.trim() === '' || OTHER_LINE.test(first)) return null;
  return { kind: 'paragraph', head: '', pieces: [], tailAt: 0, isExact: true };
}

function cutCode(source: string, begun: BlockPieces): BlockPieces {
  const marker = /^(`{3,}|~{3,})/.exec(source)?.[0] ?? '';
  const end = source.slice(begun.tailAt).search(new RegExp(`^ {0,3}${marker}+[ \\t]*$`, 'm'));
  const body = end < 0 ? source : source.slice(0, begun.tailAt + end);
  return cutLines(body, begun);
}

function cutTable(source: string, begun: BlockPieces): BlockPieces | null {
  const rows = source.slice(begun.tailAt).trimEnd();
  return /^[^|]/m.test(rows) ? null : cutLines(source.trimEnd(), begun);
}

function cutLines(body: string, begun: BlockPieces): BlockPieces {
  const pieces = [...begun.pieces];
  let from = begun.tailAt;
  for (;;) {
    const end = body.indexOf('\n', from + PIECE_CHARS);
    if (end < 0 || end + 1 >= body.length) break;
    pieces.push(body.slice(from, end + 1));
    from = end + 1;
  }
  return { ...begun, pieces: [...pieces, body.slice(from)], tailAt: from };
}

function cutParagraph(source: string, begun: BlockPieces): BlockPieces | null {
  const text = source.trimEnd();
  // A line that was cut at its beginning may have grown since.
  const lineAt = source.lastIndexOf('\n', begun.tailAt - 1) + 1;
  const lines = text
    .slice(lineAt)
    .split('\n')
    .slice(lineAt === 0 ? 1 : 0);
  if (lines.some((line) => OTHER_LINE.test(line))) return null;
  const pieces = [...begun.pieces];
  let { tailAt: from, isExact } = begun;
  for (;;) {
    const seam = findSeam(text, from, PIECE_CHARS, LONGEST_PIECE);
    if (!seam) break;
    const joint = text.slice(seam.end, seam.next);
    pieces.push(text.slice(from, seam.end) + (joint.includes('\n') ? '\n' : joint && ' '));
    from = seam.next;
    isExact &&= seam.isExact;
  }
  return { ...begun, pieces: [...pieces, text.slice(from)], tailAt: from, isExact };
}
