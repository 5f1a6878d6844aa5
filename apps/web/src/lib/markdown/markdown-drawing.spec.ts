import { cutPieces, WHOLE_CHARS } from './block-pieces';
import { BlockCutter } from './markdown-blocks';
import { BlockDrawing, type DrawnBlock } from './markdown-drawing';
import { renderMarkdown } from './render-markdown';

const labels = { image: 'Image', copy: 'Copy' };

/** As MarkdownView puts it on the page, with what only joins the pieces left out. */
function htmlOf(drawn: DrawnBlock | null): string {
  if (drawn?.kind === 'whole') return drawn.html;
  if (drawn?.kind === 'paragraph') return `<p>${drawn.runs.flat().join('')}</p>`;
  if (drawn?.kind === 'table') {
    return `<div class="md-table"><table><thead>${drawn.head}</thead><tbody>${drawn.pieces.join('')}</tbody></table></div>`;
  }
  return `<div class="md-code"><code>${drawn?.pieces.join('') ?? ''}</code></div>`;
}

const even = (html: string) => {
  const page = new DOMParser().parseFromString(html.replace(/<br>\n/g, '<br>'), 'text/html');
  const code = page.querySelector('.md-code code') ?? page.body;
  return code.innerHTML.replace(/>\s+</g, '><').trim();
};

/** Draws what has come so far after every few characters, as the page does; answers how much was parsed for it. */
function stream(text: string, step: number) {
  const cutter = new BlockCutter();
  const drawing = new BlockDrawing();
  const kinds = new Set<string>();
  const draw = (length: number, isOpen: boolean) => {
    const [block] = cutter.cut(text.slice(0, length), !isOpen).blocks;
    if (!block) return;
    const options = { labels, definitions: '', isOpen, onChanged: () => undefined };
    if (drawing.isCurrent(block, options)) return;
    const work = drawing.draw(block, options);
    while (!work.next().done) kinds.add(drawing.drawn?.kind ?? '');
  };
  for (let length = step; length < text.length; length += step) draw(length, true);
  draw(text.length, false);
  return { drawn: drawing.drawn, kinds };
}

const whole = (text: string) => even(renderMarkdown(text, { labels }));

const PARAGRAPH = Array.from(
  { length: 900 },
  (_, at) => `word${at} **strong ${at}** [link](https://a.b/${at}) \`c${at}\`${at % 9 ? '' : '\n'}`,
).join(' ');
const CJK = '这是一个很长的段落，里面**没有**任何空格。'.repeat(700);
const CODE = `\`\`\`nothing\n${Array.from({ length: 700 }, (_, at) => `if (a < ${at}) { b(); } <b>`).join('\n')}\n\`\`\``;
const TABLE = `| a | b |\n| --- | -: |\n${Array.from({ length: 700 }, (_, at) => `| ${at} | **x** <i> |`).join('\n')}\n`;

describe('a block that grows without end', () => {
  it.each([
    ['paragraph', PARAGRAPH],
    ['paragraph', CJK],
    ['code', CODE],
    ['table', TABLE],
  ])('is drawn as %s in pieces, and in the end as it would be at once (fault 26)', (kind, text) => {
    const { drawn, kinds } = stream(text, 997);
    expect([...kinds]).toEqual(['whole', kind]);
    expect(even(htmlOf(drawn))).toBe(whole(text));
  });

  it('is drawn at once in the end when a seam might show', () => {
    const text = `*soft ${'word '.repeat(4_000)}end*`;
    const { drawn, kinds } = stream(text, 997);
    expect(kinds).toContain('paragraph');
    expect(drawn?.kind).toBe('whole');
    expect(even(htmlOf(drawn))).toBe(whole(text));
  });

  it('becomes what its last line makes of it', () => {
    const text = `${'word '.repeat(4_000)}\nand more\n===`;
    expect(even(htmlOf(stream(text, 997).drawn))).toBe(whole(text));
  });

  it('keeps every finished piece as it is while the next one grows', () => {
    let known = cutPieces(PARAGRAPH.slice(0, WHOLE_CHARS + 1));
    for (let length = WHOLE_CHARS + 50; length < PARAGRAPH.length; length += 501) {
      const next = cutPieces(PARAGRAPH.slice(0, length), known);
      expect(next?.pieces.slice(0, (known?.pieces.length ?? 1) - 1)).toEqual(
        known?.pieces.slice(0, -1),
      );
      expect(next).toEqual(cutPieces(PARAGRAPH.slice(0, length)));
      known = next;
    }
  });

  it('lets nothing through in a piece that would not pass in the whole (S-19)', () => {
    const evil =
      '<img src=x onerror=alert(1)> [a](javascript:alert(1)) ![p](https://canary.example/x) ';
    for (const text of [
      evil.repeat(100),
      `| a |\n| - |\n${`| ${evil}|\n`.repeat(100)}`.replace('| a |\n| - |', '| a | b |\n| - | - |'),
      `\`\`\`x\n${`${evil}\n`.repeat(100)}\`\`\``,
    ]) {
      const page = new DOMParser().parseFromString(htmlOf(stream(text, 997).drawn), 'text/html');
      expect(page.querySelector('img, script, [onerror], [href^="javascript"]')).toBeNull();
    }
  });
});
