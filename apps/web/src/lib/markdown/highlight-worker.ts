import type { GrammarState, HighlighterCore, LanguageRegistration } from 'shiki/core';
import type { HighlightAnswer, HighlightTask } from './highlighter';

type LanguageModule = { default: LanguageRegistration[] };

/** Each language is its own small file, loaded when a code block first asks for it. */
const LANGUAGES: Record<string, () => Promise<LanguageModule>> = {
  bash: () => import('@shikijs/langs/bash'),
  c: () => import('@shikijs/langs/c'),
  cpp: () => import('@shikijs/langs/cpp'),
  csharp: () => import('@shikijs/langs/csharp'),
  css: () => import('@shikijs/langs/css'),
  diff: () => import('@shikijs/langs/diff'),
  docker: () => import('@shikijs/langs/docker'),
  go: () => import('@shikijs/langs/go'),
  html: () => import('@shikijs/langs/html'),
  java: () => import('@shikijs/langs/java'),
  javascript: () => import('@shikijs/langs/javascript'),
  json: () => import('@shikijs/langs/json'),
  markdown: () => import('@shikijs/langs/markdown'),
  php: () => import('@shikijs/langs/php'),
  python: () => import('@shikijs/langs/python'),
  ruby: () => import('@shikijs/langs/ruby'),
  rust: () => import('@shikijs/langs/rust'),
  sql: () => import('@shikijs/langs/sql'),
  toml: () => import('@shikijs/langs/toml'),
  tsx: () => import('@shikijs/langs/tsx'),
  typescript: () => import('@shikijs/langs/typescript'),
  vue: () => import('@shikijs/langs/vue'),
  yaml: () => import('@shikijs/langs/yaml'),
};

/** How the code before a piece ended, for the pieces of one code block; the oldest are forgotten. */
const states = new Map<number, GrammarState>();
const MAX_STATES = 500;
let core: Promise<HighlighterCore> | undefined;
let queue: Promise<unknown> = Promise.resolve();

// Grammars are large and compiled on first use: in the page that would be felt, here it is not.
self.onmessage = ({ data }: MessageEvent<HighlightTask>) => {
  queue = queue.then(async () => {
    const html = await highlight(data).catch(() => null);
    self.postMessage({ id: data.id, html } satisfies HighlightAnswer);
  });
};

async function highlight({ id, code, language, before }: HighlightTask): Promise<string | null> {
  const load = LANGUAGES[language];
  if (!load) return null;
  core ??= createCore();
  const [highlighter, grammar] = await Promise.all([core, load()]);
  await highlighter.loadLanguage(...grammar.default);
  const grammarState = before === null ? undefined : states.get(before);
  const options = { lang: language, theme: 'css-variables', grammarState };
  const { tokens, grammarState: after } = highlighter.codeToTokens(code, options);
  if (after) remember(id, after);
  return tokens.map((line) => line.map(tokenHtml).join('')).join('\n');
}

function remember(id: number, state: GrammarState): void {
  states.set(id, state);
  const [oldest] = states.keys();
  if (states.size > MAX_STATES && oldest !== undefined) states.delete(oldest);
}

async function createCore(): Promise<HighlighterCore> {
  const [{ createCssVariablesTheme, createHighlighterCore }, { createJavaScriptRegexEngine }] =
    await Promise.all([import('shiki/core'), import('shiki/engine/javascript')]);
  return createHighlighterCore({
    themes: [createCssVariablesTheme({ name: 'css-variables', variablePrefix: '--tok-' })],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
}

/** Colours become class names, because style attributes do not pass the sanitiser. */
function tokenHtml(token: { content: string; color?: string }): string {
  const kind = /--tok-token-([a-z-]+)/.exec(token.color ?? '')?.[1];
  const text = token.content.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return kind ? `<span class="tok-${kind}">${text}</span>` : text;
}
