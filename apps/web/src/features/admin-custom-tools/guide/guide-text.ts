import type { Locale } from '@contract/errors';
import { type Example, examplesOf, fencesOf } from './guide-examples';

export interface Chapter {
  /** The same in every language, so that a link survives a change of language. */
  anchor: string;
  /** With its number. */
  title: string;
  markdown: string;
}

/** What stands before the first heading of a chapter has neither anchor nor title. */
export interface Section {
  anchor: string;
  title: string;
  parts: Part[];
}

/** What Markdown cannot do by itself stands between pieces of it. */
export type Part =
  | { kind: 'text'; markdown: string }
  | { kind: 'runs'; example: Example }
  | { kind: 'view'; json: string }
  | { kind: 'checks' };

/** A chapter begins with `## 4. Definition {#definition}`; the anchor is ours, Markdown itself knows none. */
const CHAPTER = /^## (?<title>.+?) \{#(?<anchor>[a-z-]+)\}$/gm;
const SECTION = /^### (?<title>.+?) \{#(?<anchor>[a-z0-9-]+)\}$/gm;
const SPECIAL = /^(?:```(?:run|view) [\s\S]*?^```|<!-- live: checks -->)$/gm;

const TEXTS: Record<Locale, () => Promise<{ default: string }>> = {
  'zh-CN': () => import('./guide.zh-CN.md?raw'),
  en: () => import('./guide.en.md?raw'),
};

export async function loadGuide(locale: Locale): Promise<Chapter[]> {
  const { default: text } = await TEXTS[locale]();
  return splitChapters(text);
}

export const splitChapters = (text: string): Chapter[] => split(text, CHAPTER);

/** Headings stand outside the rendered text, because sanitised Markdown has no ids to link to. */
export function sectionsOf({ markdown }: Chapter): Section[] {
  const examples = new Map(examplesOf(markdown).map((one) => [one.tool, one]));
  const sections = split(markdown, SECTION);
  const before = markdown.slice(0, markdown.search(SECTION) + 1 || undefined);
  const lead = sections.length > 0 ? before.slice(0, -1) : before;
  return [{ anchor: '', title: '', markdown: lead }, ...sections].map((one) => ({
    anchor: one.anchor,
    title: one.title,
    parts: partsOf(one.markdown, examples),
  }));
}

function partsOf(markdown: string, examples: ReadonlyMap<string, Example>): Part[] {
  const specials = [...markdown.matchAll(SPECIAL)];
  const ends = specials.map(({ 0: found, index }) => index + found.length);
  const texts = [0, ...ends].map((from, at) => markdown.slice(from, specials[at]?.index).trim());
  return texts.flatMap((text, at): Part[] => {
    const special = specials[at]?.[0];
    return [
      ...(text === '' ? [] : [{ kind: 'text' as const, markdown: text }]),
      ...(special === undefined ? [] : [specialOf(special, examples)]),
    ];
  });
}

function specialOf(text: string, examples: ReadonlyMap<string, Example>): Part {
  const [fence] = fencesOf(text);
  if (!fence) return { kind: 'checks' };
  const example = examples.get(fence.marks.tool ?? '');
  if (fence.language === 'run' && example) return { kind: 'runs', example };
  return { kind: 'view', json: fence.code };
}

function split(text: string, heading: RegExp): Chapter[] {
  const heads = [...text.matchAll(heading)];
  return heads.map(({ 0: head, index, groups }, place) => ({
    anchor: groups?.anchor ?? '',
    title: groups?.title ?? '',
    markdown: text.slice(index + head.length, heads[place + 1]?.index).trim(),
  }));
}
