import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { examplesOf, type Fence, fencesOf as fences, isAsExpected } from './guide-examples';
import { sectionsOf, splitChapters } from './guide-text';

const EXAMPLES = join(__dirname, '../../../../../../data/custom_tools');
const read = (locale: string) => readFileSync(join(__dirname, `guide.${locale}.md`), 'utf8');
const chapters = (locale: string) => splitChapters(read(locale));

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
    const known = ['bash', 'json', 'python', 'text', 'run', 'view'];
    const all = fences(read(locale));
    expect(all.length).toBeGreaterThan(30);
    expect(all.filter(({ language }) => !known.includes(language))).toEqual([]);
    expect(read(locale).match(/^```/gm)).toHaveLength(all.length * 2);
  });

  it('shows only JSON that parses', () => {
    const isJson = ({ language }: Fence) => language === 'json' || language === 'view';
    const blocks = fences(read(locale)).filter(isJson);
    expect(blocks.length).toBeGreaterThan(10);
    for (const { code } of blocks) expect(() => JSON.parse(code) as unknown).not.toThrow();
  });

  it('shows calc exactly as it is shipped (A-101)', () => {
    const example = chapters(locale).find(({ anchor }) => anchor === 'example');
    const shown = examplesOf(example?.markdown ?? '')[0]?.files ?? {};
    // The formatter breaks long JSON lines of a Markdown file, so JSON is compared by what it says.
    const meaning = (name: string, code = ''): unknown =>
      name.endsWith('.json') ? JSON.parse(code) : code;
    for (const name of ['definition.json', 'execution.py', 'return.json', 'meta.json'] as const) {
      const shipped = readFileSync(join(EXAMPLES, 'calc', name), 'utf8');
      expect(meaning(name, shown[name])).toEqual(meaning(name, shipped));
    }
  });

  it('marks every Python block as part of an example with calls', () => {
    const blocks = fences(read(locale)).filter(({ language }) => language === 'python');
    expect(blocks.filter(({ marks }) => marks.tool === undefined)).toEqual([]);
    for (const { tool, calls } of examplesOf(read(locale))) {
      expect([tool, calls.length > 0]).toEqual([tool, true]);
      for (const call of calls) {
        expect(typeof JSON.parse(call.arguments)).toBe('object');
        expect(call.expected).not.toBe('');
      }
    }
  });

  it('gives every section an anchor of its own, and loses none of its text', () => {
    const sections = chapters(locale).flatMap(sectionsOf);
    const known = sections.map(({ anchor }) => anchor).filter(Boolean);
    expect(known).toHaveLength(headings(read(locale)));
    expect(new Set([...known, ...anchors]).size).toBe(known.length + anchors.length);
    const parts = sections.flatMap((section) => section.parts);
    const ofKind = (kind: string) => parts.filter((part) => part.kind === kind).length;
    const ofLanguage = (name: string) =>
      fences(read(locale)).filter(({ language }) => language === name).length;
    expect(['runs', 'view', 'checks'].map(ofKind)).toEqual([
      ...[ofLanguage('run'), ofLanguage('view'), 1],
    ]);
    const leads = chapters(locale).map((chapter) => sectionsOf(chapter)[0]?.parts.length);
    expect(leads.slice(0, 9).every((count) => count !== undefined)).toBe(true);
    const texts = parts.map((part) => (part.kind === 'text' ? part.markdown : ''));
    expect(texts.filter((text) => /^```(run|view)|<!--/m.test(text))).toEqual([]);
  });
});

describe('the two languages', () => {
  it('have the same sections and the same kinds of code blocks in every chapter', () => {
    const shape = (locale: string) =>
      chapters(locale).map(({ markdown }) => ({
        headings: headings(markdown),
        sections: sectionsOf({ anchor: '', title: '', markdown }).map(({ anchor }) => anchor),
        blocks: fences(markdown).map(({ language, marks }) => ({ language, marks })),
        calls: examplesOf(markdown).map(({ calls }) => calls.map(({ isFailure }) => isFailure)),
        rows: (markdown.match(/^\|/gm) ?? []).length,
      }));
    expect(shape('en')).toEqual(shape('zh-CN'));
  });
});

it('an expectation that ends in … stands for any rest', () => {
  const call = { arguments: '{}', expected: 'Template failed: …', isFailure: true };
  expect(isAsExpected(call, 'Template failed: no format specs')).toBe(true);
  expect(isAsExpected(call, 'Template')).toBe(false);
  expect(isAsExpected({ ...call, expected: '5' }, '55')).toBe(false);
});
