import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { filesBelow, foldersIn, repositoryFiles, ROOT } from './source-files';

// eslint reads the same file by require; a law test may too.
const { API_FLOORS, WEB_FLOORS } = jest.requireActual<Record<string, string[]>>(
  path.join(ROOT, 'floors.cjs'),
);
const API = 'apps/api/src';
const WEB = 'apps/web/src';
const floors = [
  ...(API_FLOORS ?? []).map((floor) => `${API}/${floor}`),
  ...(WEB_FLOORS ?? []).map((floor) => `${WEB}/${floor}`),
];

/** The closed lists of file kinds; anything else is a plain noun. */
const API_KINDS = [
  ...['module', 'controller', 'gateway', 'service', 'repository', 'entity', 'dto', 'errors'],
  ...['events', 'bundle', 'tool', 'adapter', 'guard', 'filter', 'config', 'spec'],
];
const WEB_KINDS = ['api', 'routes', 'store', 'spec', 'd'];

const EMPTY_WORDS =
  'index|utils?|helpers?|common|misc|shared|base|manager|data|info|handle|process';
const FORBIDDEN = new RegExp(`^(${EMPTY_WORDS})$`, 'i');
const LAWS = 'test/laws/';

describe('the house', () => {
  it.each(floors)('%s says what it is in at most 20 lines', (floor) => {
    const readme = path.join(ROOT, floor, 'README.md');
    expect(existsSync(readme)).toBe(true);
    const lines = readFileSync(readme, 'utf8').trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(20);
  });

  it.each(floors)('%s has at most nine rooms', (floor) => {
    expect(foldersIn(floor).length).toBeLessThanOrEqual(9);
  });

  it('is at most three folders deep below src', () => {
    const deep = [...filesBelow(API, /\.ts$/), ...filesBelow(WEB, /\.(ts|vue)$/)].filter(
      ({ path: file }) => file.split('/src/')[1]!.split('/').length > 4,
    );
    expect(deep.map(({ path: file }) => file)).toEqual([]);
  });

  it('names files by what is inside, with kinds from the closed lists', () => {
    const isBad = (file: string, kindsAllowed: string[], shape: RegExp) => {
      const [stem = '', ...kinds] = path.basename(file).split('.').slice(0, -1);
      const isNamed = shape.test(stem) && !FORBIDDEN.test(stem);
      return !isNamed || !kinds.every((kind) => kindsAllowed.includes(kind));
    };
    const kebab = /^[a-z0-9]+(-[a-z0-9]+)*$/;
    // A composable is called like what it gives.
    const web = /^([a-z0-9]+(-[a-z0-9]+)*|use[A-Z]\w+)$/;
    // Two words, so that a component is never taken for an element; the root is one by custom.
    const component = /^(App|[A-Z][a-z0-9]+([A-Z][a-z0-9]*)+)$/;
    const bad = [
      ...pathsBelow(API, /\.ts$/).filter((file) => isBad(file, API_KINDS, kebab)),
      ...pathsBelow(WEB, /\.ts$/).filter((file) => isBad(file, WEB_KINDS, web)),
      ...pathsBelow(WEB, /\.vue$/).filter((file) => isBad(file, [], component)),
    ];
    expect(bad).toEqual([]);
  });

  it('gives no function a name that says nothing', () => {
    // As a method `info` is the level every logger has.
    const named = new RegExp(
      [
        `function (${EMPTY_WORDS})\\s*[(<]`,
        `const (${EMPTY_WORDS}) = (async )?(\\([^()]*\\)|\\w+) =>`,
        `^ +((private|public|protected|static|async|override) )*(?!info)(${EMPTY_WORDS})\\([^)]*\\)[^;]*\\{$`,
      ].join('|'),
      'm',
    );
    const bad = [...filesBelow(API, /\.ts$/), ...filesBelow(WEB, /\.(ts|vue)$/)]
      .filter(({ path: file, text }) => !file.endsWith('.spec.ts') && named.test(text))
      .map(({ path: file, text }) => `${file}: ${named.exec(text)?.[0]}`);
    expect(bad).toEqual([]);
  });

  it('switches no check off inside a file', () => {
    const off =
      /(eslint|stylelint|prettier|depcruise|v8|istanbul)[- ](disable|ignore)|@ts-(ignore|nocheck|expect-error)/;
    const bad = repositoryFiles().filter(
      ({ text, path: file }) =>
        /\.(ts|mts|vue|mjs|cjs|js|css)$/.test(file) && !file.startsWith(LAWS) && off.test(text),
    );
    expect(bad.map(({ path: file }) => file)).toEqual([]);
  });

  it('names no machine and no package registry it was made with', () => {
    const machine =
      /(^|[^\w.])\/((work|farm)\/(main|shared|\.library)|home\/\w|Users\/\w|tmp\/t\/)/m;
    const registry =
      /registry\.(npmjs|npmmirror|yarnpkg)|pypi\.org|pythonhosted|proxy\.golang|crates\.io|mirrors?\.\w+\.(com|cn|org|edu)/;
    const bad = repositoryFiles().filter(
      ({ text, path: file }) =>
        !file.startsWith(LAWS) && (machine.test(text) || registry.test(text)),
    );
    expect(
      bad.map(
        ({ path: file, text }) => `${file}: ${(machine.exec(text) ?? registry.exec(text))?.[0]}`,
      ),
    ).toEqual([]);
  });

  it('lets nothing that changes into the system prompt (C-007)', () => {
    const prompt = readFileSync(path.join(ROOT, API, 'agent/loop/prompt.service.ts'), 'utf8');
    const code = prompt.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
    expect(code).not.toMatch(/Date\b|random|uuid|performance|process\./i);
  });
});

const pathsBelow = (folder: string, name: RegExp): string[] =>
  filesBelow(folder, name).map(({ path: file }) => file);
