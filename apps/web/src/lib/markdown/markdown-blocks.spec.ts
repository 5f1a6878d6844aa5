import { splitBlocks } from './markdown-blocks';
import { renderMarkdown } from './render-markdown';

const labels = { image: 'Image', copy: 'Copy' };
const whole = (text: string) => renderMarkdown(text, { labels }).replace(/\s+/g, ' ');
const inPieces = (text: string) => {
  const { blocks, definitions } = splitBlocks(text);
  return blocks
    .map((block) => renderMarkdown(block, { labels, definitions }))
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

describe('splitBlocks', () => {
  it('loses nothing', () => {
    expect(splitBlocks(DOCUMENT).blocks.join('\n')).toBe(DOCUMENT);
  });

  it('cuts only where the rendered page stays the same', () => {
    expect(trimmed(inPieces(DOCUMENT))).toBe(trimmed(whole(DOCUMENT)));
    expect(splitBlocks(DOCUMENT).blocks.length).toBeGreaterThan(6);
  });

  it('never changes a finished block while text streams in', () => {
    let before: string[] = [];
    for (let length = 1; length <= DOCUMENT.length; length += 1) {
      const { blocks } = splitBlocks(DOCUMENT.slice(0, length));
      // The last two are in motion: a new line may still turn out to belong to the block before it.
      const settled = before.slice(0, -2);
      expect(blocks.slice(0, settled.length)).toEqual(settled);
      before = blocks;
    }
  });

  it('keeps a fence together although it has blank lines, closed or not', () => {
    expect(splitBlocks('```\na\n\nb').blocks).toHaveLength(1);
    expect(splitBlocks('```\na\n\nb\n```\n\nc').blocks).toHaveLength(2);
  });

  it('does not take inline code at the start of a line for a fence', () => {
    expect(splitBlocks('```a``` b\n\nc').blocks).toHaveLength(2);
  });

  it('finds link definitions outside fences only', () => {
    expect(splitBlocks('```\n[a]: https://x\n```\n\n[b]: https://y').definitions).toBe(
      '[b]: https://y',
    );
  });
});
