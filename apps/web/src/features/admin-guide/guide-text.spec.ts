import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { splitChapters } from './guide-text';

const EXAMPLES = join(__dirname, '../../../../../data/custom_tools');
const read = (locale: string) => readFileSync(join(__dirname, `guide.${locale}.md`), 'utf8');
const chapters = (locale: string) => splitChapters(read(locale));

interface Fence {
  language: string;
  code: string;
}

const fences = (text: string): Fence[] =>
  [...text.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(([, language = '', code = '']) => ({
    language,
    code,
  }));

const headings = (markdown: string) =>
  (markdown.replace(/^```[\s\S]*?^```$/gm, '').match(/^### /gm) ?? []).length;

const anchors = [
  ...['quick-start', 'layers', 'directories', 'runtime', 'definition', 'execution', 'return'],
  ...['meta', 'example', 'api', 'faq', 'conventions', 'limits'],
];

describe.each(['zh-CN', 'en'])('the guide in %s (A-097)', (locale) => {
  it('has 13 chapters numbered 0 to 12, in order', () => {
    expect(chapters(locale).map(({ title }) => parseInt(title, 10))).toEqual([...anchors.keys()]);
  });

  it('has the anchors that links rely on', () => {
    expect(chapters(locale).map(({ anchor }) => anchor)).toEqual(anchors);
  });

  it('keeps all of its text in a chapter', () => {
    const kept = chapters(locale).map(({ markdown }) => markdown);
    expect(read(locale).match(/^## /gm)).toHaveLength(anchors.length);
    expect(kept.filter((markdown) => markdown.length < 200 || /^#{1,2} /.test(markdown))).toEqual(
      [],
    );
  });

  it('leads a beginner through 4 steps (A-002)', () => {
    expect(chapters(locale)[0]?.markdown.match(/^### .*[1-4]/gm)).toHaveLength(4);
  });

  it('names the language of every code block', () => {
    const known = ['bash', 'json', 'python', 'text'];
    const all = fences(read(locale));
    expect(all.length).toBeGreaterThan(30);
    expect(all.filter(({ language }) => !known.includes(language))).toEqual([]);
    expect(read(locale).match(/^```/gm)).toHaveLength(all.length * 2);
  });

  it('shows only JSON that parses', () => {
    const blocks = fences(read(locale)).filter(({ language }) => language === 'json');
    expect(blocks.length).toBeGreaterThan(10);
    for (const { code } of blocks) expect(() => JSON.parse(code) as unknown).not.toThrow();
  });

  it('shows calc exactly as it is shipped (A-101)', () => {
    const example = chapters(locale).find(({ anchor }) => anchor === 'example');
    const shown = fences(example?.markdown ?? '');
    const shipped = ['definition.json', 'execution.py', 'return.json', 'meta.json'].map((name) => ({
      language: name.endsWith('.py') ? 'python' : 'json',
      code: readFileSync(join(EXAMPLES, 'calc', name), 'utf8'),
    }));
    // The formatter breaks long JSON lines of a Markdown file, so JSON is compared by what it says.
    const meaning = ({ language, code }: Fence): unknown =>
      language === 'json' ? JSON.parse(code) : code;
    expect(shown.map(meaning)).toEqual(shipped.map(meaning));
  });
});

describe('the two languages', () => {
  it('have the same sections and the same kinds of code blocks in every chapter', () => {
    const shape = (locale: string) =>
      chapters(locale).map(({ markdown }) => ({
        headings: headings(markdown),
        blocks: fences(markdown).map(({ language }) => language),
        rows: (markdown.match(/^\|/gm) ?? []).length,
      }));
    expect(shape('en')).toEqual(shape('zh-CN'));
  });
});
