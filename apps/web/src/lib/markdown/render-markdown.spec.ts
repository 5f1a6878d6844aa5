import { renderMarkdown } from './render-markdown';

const labels = { image: 'Image', copy: 'Copy' };
const render = (text: string) => renderMarkdown(text, { labels });

const SCRIPT_WORDS = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  '&#106;avascript:alert(1)',
  'javascript&colon;alert(1)',
  'javascript&#58;alert(1)',
  '\u0001javascript:alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html;base64,PHNjcmlwdD4=',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'file:///etc/passwd',
  'blob:https://a/b',
];
const HTML = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<svg onload=alert(1)>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '<details open ontoggle=alert(1)>',
  '<form action="javascript:alert(1)"><button>x</button></form>',
  '<style>@import "https://canary.example/x.css";</style>',
  '<link rel=stylesheet href=https://canary.example/x.css>',
  '<base href=https://canary.example/>',
  '<meta http-equiv=refresh content="0;url=https://canary.example">',
  '<video src=https://canary.example/v autoplay>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<template><img src=x onerror=alert(1)></template>',
  '<input autofocus onfocus=alert(1)>',
  '<div style="background:url(https://canary.example/x)">',
  '"><img src=x onerror=alert(1)>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
];

const corpus = [
  ...HTML,
  ...HTML.flatMap((html) => [
    `**${html}**`,
    `> ${html}`,
    `| ${html} |\n| - |\n| ${html} |`,
    `\`\`\`html\n${html}\n\`\`\``,
    `\`\`\`${html}\ncode\n\`\`\``,
    `[${html}](https://a.example "${html}")`,
    `![${html}](https://canary.example/p.png "${html}")`,
  ]),
  ...SCRIPT_WORDS.flatMap((url) => [
    `[x](${url})`,
    `[x](<${url}>)`,
    `![x](${url})`,
    `<${url}>`,
    `[x][r]\n\n[r]: ${url}`,
    `![x][r]\n\n[r]: ${url}`,
    `[![x](${url})](${url})`,
  ]),
];

function inspect(html: string): string[] {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const problems: string[] = [];
  if (
    page.querySelector(
      'script,img,svg,math,style,link,iframe,object,embed,form,input,video,audio,base,meta,template',
    )
  )
    problems.push('forbidden element');
  for (const element of page.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      if (
        name.startsWith('on') ||
        ['style', 'src', 'srcset', 'srcdoc', 'action', 'formaction', 'id', 'name'].includes(name)
      )
        problems.push(`attribute ${name}`);
      if (name === 'href' && !/^(https?:|mailto:)/.test(value)) problems.push(`href ${value}`);
    }
  }
  return problems;
}

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
