const FENCE = /^[ \t]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})(.*)$/;
const LIST_ITEM = /^[ \t]*(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)/;
const INDENTED = /^(?: {2,}|\t)/;
const DEFINITION = /^ {0,3}\[[^\]]+\]:\s*\S/;

export interface MarkdownBlocks {
  /** Pieces that can be rendered one by one; joined by line ends they are the whole text again. */
  blocks: string[];
  /** Link definitions of the whole text, which every block may use. */
  definitions: string;
}

/**
 * Cuts Markdown at blank lines where it is safe: never inside a fence or a list. While text streams in, all blocks
 * but the last stay the same, so only the last one is rendered again. Merging too much is harmless, cutting is not.
 */
export function splitBlocks(text: string): MarkdownBlocks {
  const blocks: string[] = [];
  const definitions: string[] = [];
  let current: string[] = [];
  let fence = '';
  let isAfterBlank = false;

  for (const line of text.split('\n')) {
    const isBlank = line.trim() === '';
    if (fence === '' && !isBlank && isAfterBlank && startsBlock(line, current)) {
      blocks.push(current.join('\n'));
      current = [];
    }
    if (fence === '' && DEFINITION.test(line)) definitions.push(line);
    fence = nextFence(fence, line);
    current.push(line);
    isAfterBlank = isBlank && fence === '';
  }
  blocks.push(current.join('\n'));
  return { blocks, definitions: definitions.join('\n') };
}

function startsBlock(line: string, current: string[]): boolean {
  const first = current.find((each) => each.trim() !== '');
  if (first === undefined || INDENTED.test(line)) return false;
  return !(LIST_ITEM.test(first) && LIST_ITEM.test(line));
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
