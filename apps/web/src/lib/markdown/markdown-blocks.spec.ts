import { BlockCutter } from './markdown-blocks';
import { renderMarkdown } from './render-markdown';

const labels = { image: 'Image', copy: 'Copy' };
const whole = (text: string) => renderMarkdown(text, { labels }).replace(/\s+/g, ' ');
const cut = (text: string) => new BlockCutter().cut(text);
const inPieces = (text: string) => {
  const { blocks, definitions } = cut(text);
  return blocks
    .map(({ source, listStart }) =>
      renderMarkdown(source, { labels, listStart, definitions: definitions.join('\n') }),
    )
    .join(' ')
    .replace(/\s+/g, ' ');
};
const trimmed = (html: string) => html.replace(/> </g, '><').trim();

const DOCUMENT = `# Title

A paragraph
over two lines.

- one

- two
  with more

  and a paragraph

1. first

   \`\`\`py
   a = 1

   b = 2
   \`\`\`

> quote

\`\`\`js
const a = 1;

const b = \`x\`;
\`\`\`

~~~
\`\`\`

not closed by the other mark
~~~

| a | b |
| - | -: |
| 1 | 2 |

See [the page][p] and text.

    indented code

    more of it

[p]: https://example.org "t"
`;

/** The words, whatever lists they stand in: a list in parts is several lists that look like one. */
const itemsIn = (html: string) =>
  [...new DOMParser().parseFromString(html, 'text/html').querySelectorAll('li')].map((item) => {
    const list = item.parentElement as HTMLOListElement;
    const place = [...list.children].indexOf(item);
    return `${list.tagName} ${list.start ? list.start + place : ''} ${item.textContent?.trim()}`;
  });

describe('BlockCutter', () => {
  it('loses nothing', () => {
    const { blocks } = cut(DOCUMENT);
    expect(blocks.map(({ start, end }) => DOCUMENT.slice(start, end)).join('')).toBe(DOCUMENT);
  });

  it('cuts only where the rendered page stays the same', () => {
    expect(trimmed(inPieces(DOCUMENT))).toBe(trimmed(whole(DOCUMENT)));
    expect(cut(DOCUMENT).blocks.length).toBeGreaterThan(6);
  });

  it.each([
    'Look:\n- one\n- two\n\nand\n```js\na\n```\nmore\n# Title\ntext\n> quote\nlazy\n1. x\n2. y',
    '- a\n> quote\n- b\n\n  c\n# T',
    '* a\n- b\n1. c\n2) d',
    '  - a\n- b\n  - c',
    'Title\n---\ntext\n- - -\nend',
    '| a | b |\n| - | - |\n| 1 | 2 |\n- item\n\n    code',
    '```\n# no title\n- no item\n> no quote\n```\n    indented',
  ])('cuts %j without a blank line as the whole would be drawn', (text) => {
    expect(trimmed(inPieces(text))).toBe(trimmed(whole(text)));
  });

  it('never changes a finished block while text streams in, and reads on where it stopped (fault 26)', () => {
    const cutter = new BlockCutter();
    let before = cutter.cut('', false).blocks;
    for (let length = 1; length <= DOCUMENT.length; length += 1) {
      const { blocks } = cutter.cut(DOCUMENT.slice(0, length), false);
      // The last two are in motion: a new line may still turn out to belong to the block before it.
      before.slice(0, -2).forEach((block, place) => expect(blocks[place]).toBe(block));
      expect(blocks).toEqual(cut(DOCUMENT.slice(0, length)).blocks);
      before = blocks;
    }
  });

  it('starts over with another text', () => {
    const cutter = new BlockCutter();
    cutter.cut('[a]: https://x\n\nb\n\nc');
    expect(cutter.cut('d\n\ne')).toEqual(cut('d\n\ne'));
  });

  it('draws an endless list in parts that read, and count, as the whole (fault 26)', () => {
    const items = Array.from({ length: 600 }, (_, at) => `1. point ${at}\n   - and *more*\n`);
    const text = `3. first\n${items.join('')}`;
    const { blocks } = cut(text);
    expect(blocks.length).toBeGreaterThan(3);
    expect(blocks.map(({ isJoined }) => isJoined)).toEqual(blocks.map((_, at) => at > 0));
    expect(itemsIn(inPieces(text))).toEqual(itemsIn(whole(text)));
  });

  it('keeps a fence together although it has blank lines, closed or not', () => {
    expect(cut('```\na\n\nb').blocks).toHaveLength(1);
    expect(cut('```\na\n\nb\n```\n\nc').blocks).toHaveLength(2);
  });

  it('does not take inline code at the start of a line for a fence', () => {
    expect(cut('```a``` b\n\nc').blocks).toHaveLength(2);
  });

  it('finds link definitions outside fences only, and none in a line that still grows', () => {
    const text = '```\n[a]: https://x\n```\n\n[b]: https://y';
    expect(cut(text).definitions).toEqual(['[b]: https://y']);
    expect(new BlockCutter().cut(text, false).definitions).toEqual([]);
  });
});
