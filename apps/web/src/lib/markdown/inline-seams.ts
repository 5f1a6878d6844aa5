const CJK_STOP = /[。！？；，、：…”’）》」』]/;
const CJK_LETTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const RUNS = /(\*+|_+|~{2,})/gu;
const SPACE = /^\s?$/u;
const SIGN = /[\p{P}\p{S}]/u;

export interface Seam {
  /** The part before it ends here; whitespace that follows is the joint. */
  end: number;
  next: number;
  /** Both sides rendered apart certainly look as they do together. */
  isExact: boolean;
}

/**
 * A place to cut a paragraph in two that are rendered apart: between words, with no emphasis, code or link open. Null
 * while there is none yet; once the part has grown to `most`, any gap has to do.
 */
export function findSeam(text: string, from: number, least: number, most: number): Seam | null {
  const limit = Math.min(text.length, from + most);
  let last: Seam | null = null;
  let tries = 0;
  for (let at = from + least; at < limit - 1; at++) {
    const seam = gapAt(text, at, from);
    if (!seam) continue;
    last = seam;
    // Each try reads the part again, so they are rationed.
    if (tries++ % 8 === 0 && isClosed(text.slice(from, seam.end))) return seam;
    at = seam.next;
  }
  if (text.length < from + most) return null;
  const end = limit - (/[\uD800-\uDBFF]/.test(text[limit - 1] ?? '') ? 1 : 0);
  return { ...(last ?? { end, next: end }), isExact: false };
}

/** The gap between words at this place, if what follows is already there. */
function gapAt(text: string, at: number, from: number): Seam | null {
  const sign = text[at] ?? '';
  return sign === ' ' || sign === '\n' ? spaceAt(text, at) : stopAt(text, at, from);
}

function spaceAt(text: string, at: number): Seam | null {
  // A backslash or a second space before a line end mean more than the line end alone.
  if (/[\\\s]/.test(text[at - 1] ?? '')) return null;
  let next = at;
  while (/\s/.test(text[next] ?? '')) next++;
  return next < text.length ? { end: at, next, isExact: true } : null;
}

/** Chinese, Japanese and Korean have no spaces: there it is after a stop. */
function stopAt(text: string, at: number, from: number): Seam | null {
  if (!CJK_STOP.test(text[at] ?? '') || !CJK_LETTER.test(text[at + 1] ?? '')) return null;
  const word = /\S*$/.exec(text.slice(Math.max(from, at - 2_000), at))?.[0] ?? '';
  // An address may go on with any letter.
  if (/:\/\/|mailto:/i.test(word)) return null;
  return { end: at + 1, next: at + 1, isExact: true };
}

/** False when something in it could still be ended by what follows; in doubt false. */
export function isClosed(text: string): boolean {
  const bare = text
    .replace(/\\[!-/:-@[-`{-~]/g, 'x')
    .replace(/(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, 'x');
  if (bare.includes('`') || /\]\([^)]*$/.test(bare)) return false;
  const opened = bare.split('[').length;
  return opened <= bare.split(']').length && isEmphasisClosed(bare);
}

function isEmphasisClosed(text: string): boolean {
  const depth: Record<string, number> = { '*': 0, _: 0, '~': 0 };
  for (const { 0: run, index } of text.matchAll(RUNS)) {
    const sign = run[0] as string;
    const before = text[index - 1] ?? '';
    const after = text[index + run.length] ?? '';
    const { canOpen, canClose } = flanking(sign, before, after);
    const open = depth[sign] ?? 0;
    if (canClose && open > 0) depth[sign] = Math.max(0, open - run.length);
    else if (canOpen) depth[sign] = open + run.length;
  }
  return Object.values(depth).every((open) => open === 0);
}

/** CommonMark's rule of what may begin and end emphasis. */
function flanking(sign: string, before: string, after: string) {
  const isLeft =
    !SPACE.test(after) && (!SIGN.test(after) || SPACE.test(before) || SIGN.test(before));
  const isRight =
    !SPACE.test(before) && (!SIGN.test(before) || SPACE.test(after) || SIGN.test(after));
  if (sign !== '_') return { canOpen: isLeft, canClose: isRight };
  return {
    canOpen: isLeft && (!isRight || SIGN.test(before)),
    canClose: isRight && (!isLeft || SIGN.test(after)),
  };
}
