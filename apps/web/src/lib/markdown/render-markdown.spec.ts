import { harmIn, HOSTILE_MARKDOWN as corpus } from './hostile-markdown';
import { renderMarkdown } from './render-markdown';

const labels = { image: 'Image', copy: 'Copy' };
const render = (text: string) => renderMarkdown(text, { labels });

const inspect = (html: string) => harmIn(new DOMParser().parseFromString(html, 'text/html').body);

describe('renderMarkdown', () => {
  it(`leaves nothing that runs or loads in ${corpus.length} hostile texts (S-19, S-21, S-23)`, () => {
    expect(corpus.length).toBeGreaterThanOrEqual(200);
    const harmful = corpus
      .map((text) => [text, inspect(render(text))] as const)
      .filter(([, found]) => found.length > 0);
    expect(harmful).toEqual([]);
  });

  it('sanitises after highlighting too, so a faulty highlighter does no harm (S-19)', () => {
    const html = renderMarkdown('```py\nx\n```', {
      labels,
      highlight: () =>
        '<img src=x onerror=alert(1)><span class="tok-keyword" onclick="a()">x</span>',
    });
    expect(inspect(html)).toEqual([]);
    expect(html).toContain('<span class="tok-keyword">x</span>');
  });

  it('shows HTML of a model as text', () => {
    expect(render('a <b>b</b>')).toContain('a &lt;b&gt;b&lt;/b&gt;');
  });

  it('opens links in a new tab without a trace of us', () => {
    const html = render('[x](https://example.org/a)');
    expect(html).toContain('target="_blank"');
    expect(html).toContain('rel="noopener noreferrer nofollow"');
  });

  it('puts a link that names the host where a picture would load (S-23)', () => {
    const html = render('![chart](https://pics.example/a.png?secret=1)');
    expect(html).toContain('chart · pics.example');
    expect(html).not.toContain('<img');
  });

  it('keeps the words of a link whose address is not allowed', () => {
    expect(render('[read me](javascript:alert(1))')).toBe('<p>read me</p>\n');
  });

  it('keeps the alignment of table columns and the start of a list', () => {
    expect(render('| a |\n| -: |\n| 1 |')).toContain('data-align="right"');
    expect(render('3. a')).toContain('<ol start="3">');
  });

  it('frames a code block with its language and a copy button', () => {
    const html = render('```python\nprint(1)\n```');
    expect(html).toContain('<span>python</span>');
    expect(html).toContain('data-copy');
  });

  it('links full addresses only, so that “main.py” stays a file name', () => {
    expect(render('main.py and https://example.org')).toBe(
      '<p>main.py and <a href="https://example.org/" target="_blank" rel="noopener noreferrer nofollow">https://example.org</a></p>\n',
    );
  });
});
