import DOMPurify from 'dompurify';
import MarkdownIt from 'markdown-it';
import { safeUrl } from '../safe-url';

export interface MarkdownOptions {
  /** Link definitions from elsewhere in the same text. */
  definitions?: string;
  /** Coloured HTML of a code block, or null while its language is not loaded. */
  highlight?: (code: string, language: string) => string | null;
  /** The number a list begins with that goes on with one drawn before it. */
  listStart?: number | null;
  /** Words of the parts we add. */
  labels: { image: string; copy: string };
}

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true });
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
// Addresses are judged by safeUrl on the final DOM; markdown-it's own check would only show the source text.
markdown.validateLink = () => true;

const ALLOWED_TAGS = [
  ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'strong', 'em', 's', 'blockquote'],
  ...['ul', 'ol', 'li', 'pre', 'code', 'a', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ...['div', 'span', 'button'],
];
const ALLOWED_ATTR = [
  'href',
  'target',
  'rel',
  'class',
  'start',
  'type',
  'data-copy',
  'data-align',
  'tabindex',
];

/**
 * Text of a model or a person as safe HTML. Sanitising comes last, on the finished DOM (S-19); links pass safeUrl
 * (S-21); a picture never loads by itself, a link that names its host stands in its place (S-23).
 */
export function renderMarkdown(text: string, options: MarkdownOptions): string {
  return DOMPurify.sanitize(dressed(markdown.render(text, envOf(options)), options), RULES);
}

/** A piece of a paragraph, as it looks inside of it. */
export function renderInline(text: string, options: MarkdownOptions): string {
  return DOMPurify.sanitize(dressed(markdown.renderInline(text, envOf(options)), options), RULES);
}

/** A table as its head and its rows, so that rows can follow without drawing those before them again. */
export function renderTable(
  text: string,
  options: MarkdownOptions,
): { head: string; rows: string } {
  const html = dressed(markdown.render(text, envOf(options)), options);
  const page = DOMPurify.sanitize(html, { ...RULES, RETURN_DOM_FRAGMENT: true });
  const inner = (tag: string) => page.querySelector(tag)?.innerHTML ?? '';
  return { head: inner('thead'), rows: inner('tbody') };
}

/** Some lines of code, coloured or not. */
export function renderCode(code: string, coloured: string | null): string {
  const frame = document.createElement('code');
  frame.textContent = code;
  return DOMPurify.sanitize(coloured ?? frame.innerHTML, RULES);
}

const RULES = {
  ALLOWED_TAGS,
  ALLOWED_ATTR,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  // The pattern below is for addresses; without this it would judge these attributes too.
  ADD_URI_SAFE_ATTR: ['target', 'rel', 'type', 'start', 'tabindex', 'data-align'],
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:)/i,
};

function envOf({ definitions }: MarkdownOptions): Record<string, unknown> {
  const env = {};
  if (definitions) markdown.parse(definitions, env);
  return env;
}

/** Links, pictures, code and tables in the form they have with us; not safe yet. */
function dressed(html: string, options: MarkdownOptions): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  page.querySelectorAll('img').forEach((image) => replaceImage(image, options.labels.image));
  page.querySelectorAll('a').forEach(guardLink);
  page.querySelectorAll('pre > code').forEach((code) => dressCode(code, options));
  page.querySelectorAll('table').forEach(dressTable);
  if (typeof options.listStart === 'number') {
    page.querySelector('ol')?.setAttribute('start', String(options.listStart));
  }
  return page.body.innerHTML;
}

function guardLink(link: HTMLAnchorElement): void {
  const url = safeUrl(link.getAttribute('href') ?? '');
  if (!url) {
    link.replaceWith(...link.childNodes);
    return;
  }
  link.setAttribute('href', url.href);
  link.setAttribute('target', '_blank');
  link.setAttribute('rel', 'noopener noreferrer nofollow');
}

function replaceImage(image: HTMLImageElement, word: string): void {
  const url = safeUrl(image.getAttribute('src') ?? '');
  const name = image.getAttribute('alt')?.trim() || word;
  const owner = image.ownerDocument;
  // A link cannot hold another link: inside one only the words stay.
  if (!url || url.protocol === 'mailto:' || image.closest('a')) {
    image.replaceWith(owner.createTextNode(name));
    return;
  }
  const link = owner.createElement('a');
  link.className = 'md-image';
  link.setAttribute('href', url.href);
  link.textContent = `${name} · ${url.host}`;
  image.replaceWith(link);
}

function dressCode(code: Element, { highlight, labels }: MarkdownOptions): void {
  const language = /(?:^|\s)language-([\w+#.-]{1,40})/.exec(code.className)?.[1] ?? '';
  const coloured = language === '' ? null : (highlight?.(code.textContent ?? '', language) ?? null);
  if (coloured !== null) code.innerHTML = coloured;
  const owner = code.ownerDocument;
  const frame = owner.createElement('div');
  const head = owner.createElement('div');
  const name = owner.createElement('span');
  const copy = owner.createElement('button');
  frame.className = 'md-code';
  head.className = 'md-code-head';
  name.textContent = language;
  copy.setAttribute('type', 'button');
  copy.setAttribute('data-copy', '');
  copy.textContent = labels.copy;
  head.append(name, copy);
  const pre = code.parentElement as Element;
  pre.setAttribute('tabindex', '0');
  pre.replaceWith(frame);
  frame.append(head, pre);
}

/** Wide tables scroll by themselves; alignment survives as data because style attributes do not. */
function dressTable(table: HTMLTableElement): void {
  table.querySelectorAll<HTMLElement>('[style]').forEach((cell) => {
    if (/right|center/.test(cell.style.textAlign))
      cell.setAttribute('data-align', cell.style.textAlign);
  });
  const frame = table.ownerDocument.createElement('div');
  frame.className = 'md-table';
  table.replaceWith(frame);
  frame.append(table);
}
