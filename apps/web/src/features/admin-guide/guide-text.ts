import type { Locale } from '@contract/errors';

export interface Chapter {
  /** The same in every language, so that a link survives a change of language. */
  anchor: string;
  /** With its number. */
  title: string;
  markdown: string;
}

/** A chapter begins with `## 4. Definition {#definition}`; the anchor is ours, Markdown itself knows none. */
const CHAPTER = /^## (?<title>.+?) \{#(?<anchor>[a-z-]+)\}$/gm;

const TEXTS: Record<Locale, () => Promise<{ default: string }>> = {
  'zh-CN': () => import('./guide.zh-CN.md?raw'),
  en: () => import('./guide.en.md?raw'),
};

export async function loadGuide(locale: Locale): Promise<Chapter[]> {
  const { default: text } = await TEXTS[locale]();
  return splitChapters(text);
}

export function splitChapters(text: string): Chapter[] {
  const heads = [...text.matchAll(CHAPTER)];
  return heads.map(({ 0: head, index, groups }, place) => ({
    anchor: groups?.anchor ?? '',
    title: groups?.title ?? '',
    markdown: text.slice(index + head.length, heads[place + 1]?.index).trim(),
  }));
}
