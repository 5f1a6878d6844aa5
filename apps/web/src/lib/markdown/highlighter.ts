export interface HighlightTask {
  id: number;
  code: string;
  language: string;
  /** The piece of the same code block that comes before this one. */
  before: number | null;
}

export interface HighlightAnswer {
  id: number;
  html: string | null;
}

const LANGUAGES = new Set([
  ...[
    'bash',
    'c',
    'cpp',
    'csharp',
    'css',
    'diff',
    'docker',
    'go',
    'html',
    'java',
    'javascript',
    'json',
  ],
  ...[
    'markdown',
    'php',
    'python',
    'ruby',
    'rust',
    'sql',
    'toml',
    'tsx',
    'typescript',
    'vue',
    'yaml',
  ],
]);

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

/** Longer lines are data, not something one reads in colours. */
const LONGEST_LINE = 2_000;
let worker: Worker | undefined;
let lastId = 0;
const waiting = new Map<number, (html: string | null) => void>();

const nameOf = (language: string) => {
  const lower = language.toLowerCase();
  return ALIASES[lower] ?? lower;
};

export interface Highlighting {
  /** Names this piece for the one that follows it. */
  id: number;
  /** Coloured HTML, not yet sanitised; null when it stays as it is. */
  html: Promise<string | null>;
}

/** Colours code beside the page, which stays free meanwhile; null for a language nobody knows. */
export function highlight(
  code: string,
  language: string,
  before: number | null = null,
): Highlighting | null {
  const name = nameOf(language);
  if (!LANGUAGES.has(name) || typeof Worker === 'undefined') return null;
  if (code.split('\n').some((line) => line.length > LONGEST_LINE)) return null;
  worker ??= startWorker();
  const id = ++lastId;
  const html = new Promise<string | null>((done) => waiting.set(id, done));
  worker.postMessage({ id, code, language: name, before } satisfies HighlightTask);
  return { id, html };
}

function startWorker(): Worker {
  const started = new Worker(new URL('./highlight-worker.ts', import.meta.url), { type: 'module' });
  started.onmessage = ({ data }: MessageEvent<HighlightAnswer>) => {
    waiting.get(data.id)?.(data.html);
    waiting.delete(data.id);
  };
  return started;
}
