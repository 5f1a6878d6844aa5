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

/** Texts that would run or load something if one step of rendering trusted another (S-19, S-21, S-23). */
export const HOSTILE_MARKDOWN: readonly string[] = [
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

/** As much of a document as is looked at; tests outside the browser know no more of it. */
interface Searchable {
  querySelector(selector: string): unknown;
  querySelectorAll(
    selector: string,
  ): Iterable<{ attributes: Iterable<{ name: string; value: string }> }>;
}

/**
 * What is on a page below this element and must not be. Whole in itself, because a browser test hands its source to
 * the page.
 */
export function harmIn(root: Searchable): string[] {
  const forbidden =
    'script,img,svg,math,style,link,iframe,object,embed,form,input,video,audio,base,meta,template';
  const names = ['style', 'src', 'srcset', 'srcdoc', 'action', 'formaction', 'id', 'name'];
  const problems: string[] = [];
  if (root.querySelector(forbidden)) problems.push('forbidden element');
  for (const element of root.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      if (name.startsWith('on') || names.includes(name)) problems.push(`attribute ${name}`);
      if (name === 'href' && !/^(https?:|mailto:)/.test(value)) problems.push(`href ${value}`);
    }
  }
  return problems;
}
