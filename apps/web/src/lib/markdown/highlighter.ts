import type { HighlighterCore, LanguageRegistration } from 'shiki/core';

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

const ALIASES: Record<string, string> = {
  ...{
    sh: 'bash',
    shell: 'bash',
    zsh: 'bash',
    console: 'bash',
    'c++': 'cpp',
    cs: 'csharp',
    'c#': 'csharp',
  },
  ...{
    dockerfile: 'docker',
    golang: 'go',
    js: 'javascript',
    jsx: 'tsx',
    mjs: 'javascript',
    jsonc: 'json',
  },
  ...{
    md: 'markdown',
    py: 'python',
    python3: 'python',
    rb: 'ruby',
    rs: 'rust',
    ts: 'typescript',
    yml: 'yaml',
  },
};

const MAX_CHARACTERS = 40_000;
let core: Promise<HighlighterCore> | undefined;
let ready: HighlighterCore | undefined;

const nameOf = (language: string) => {
  const lower = language.toLowerCase();
  return ALIASES[lower] ?? lower;
};

/** Coloured HTML if the language is loaded, otherwise null; never waits. */
export function highlight(code: string, language: string): string | null {
  const name = nameOf(language);
  if (!ready?.getLoadedLanguages().includes(name) || code.length > MAX_CHARACTERS) return null;
  const { tokens } = ready.codeToTokens(code, { lang: name, theme: 'css-variables' });
  return tokens.map((line) => line.map(tokenHtml).join('')).join('\n');
}

/** True once `highlight` knows the language; false if nobody does. */
export async function loadLanguage(language: string): Promise<boolean> {
  const name = nameOf(language);
  const load = LANGUAGES[name];
  if (!load) return false;
  core ??= createCore();
  const [highlighter, grammar] = await Promise.all([core, load()]);
  await highlighter.loadLanguage(...grammar.default);
  ready = highlighter;
  return true;
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
