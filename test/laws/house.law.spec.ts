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

const KINDS = [
  ...['module', 'controller', 'gateway', 'service', 'repository', 'entity', 'dto', 'errors'],
  ...[
    'events',
    'bundle',
    'tool',
    'adapter',
    'guard',
    'filter',
    'config',
    'spec',
    'pipe',
    'strategy',
  ],
  ...['commands'],
];
const FORBIDDEN =
  /^(index|utils?|helpers?|common|misc|shared|base|manager|data|info|handle|process)$/;

describe('the house', () => {
  it.each(floors)('%s says what it is in at most 20 lines', (floor) => {
    const readme = path.join(ROOT, floor, 'README.md');
    expect(existsSync(readme)).toBe(true);
    const lines = readFileSync(readme, 'utf8').trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(20);
  });

  it.each(floors.filter((floor) => !/features$|ui$|contract$/.test(floor)))(
    '%s has at most nine rooms',
    (floor) => {
      expect(foldersIn(floor).length).toBeLessThanOrEqual(9);
    },
  );

  it('is at most three folders deep below src', () => {
    const deep = [...filesBelow(API, /\.ts$/), ...filesBelow(WEB, /\.(ts|vue)$/)].filter(
      ({ path: file }) => file.split('/src/')[1]!.split('/').length > 4,
    );
    expect(deep.map(({ path: file }) => file)).toEqual([]);
  });

  it('names files by what is inside, with kinds from the closed list', () => {
    const bad = filesBelow(API, /\.ts$/)
      .map(({ path: file }) => file)
      .filter((file) => {
        const [stem = '', ...kinds] = path.basename(file, '.ts').split('.');
        const isKebab = /^[a-z0-9]+(-[a-z0-9]+)*$/.test(stem);
        return !isKebab || FORBIDDEN.test(stem) || !kinds.every((kind) => KINDS.includes(kind));
      });
    expect(bad).toEqual([]);
  });

  it('gives no function a name that says nothing', () => {
    const names = 'utils?|helpers?|common|misc|shared|data|info|handle|process';
    const named = new RegExp(`function (${names})\\s*[(<]|const (${names}) = (async )?\\(`);
    const bad = [...filesBelow(API, /\.ts$/), ...filesBelow(WEB, /\.(ts|vue)$/)]
      .filter(({ path: file, text }) => !file.endsWith('.spec.ts') && named.test(text))
      .map(({ path: file, text }) => `${file}: ${named.exec(text)?.[0]}`);
    expect(bad).toEqual([]);
  });

  it('switches no check off inside a file', () => {
    const off = new RegExp(['eslint', 'disable'].join('-') + '|@ts-(ignore|nocheck|expect-error)');
    const bad = repositoryFiles().filter(
      ({ text, path: file }) => /\.(ts|vue|mjs|cjs)$/.test(file) && off.test(text),
    );
    expect(
      bad.map(({ path: file }) => file).filter((file) => !file.startsWith('test/laws/')),
    ).toEqual([]);
  });

  it('names no machine and no registry host it was made on', () => {
    const machine = new RegExp(
      `(^|[^A-Za-z0-9_.])/(${['wo', 'rk'].join('')}|farm)/(main|shared|\\.library)`,
      'm',
    );
    const registry = new RegExp(['registry', 'npmjs', 'org'].join('\\.'));
    const bad = repositoryFiles().filter(({ text }) => machine.test(text) || registry.test(text));
    expect(bad.map(({ path: file }) => file)).toEqual([]);
  });

  it('lets nothing that changes into the system prompt (C-007)', () => {
    const prompt = readFileSync(path.join(ROOT, API, 'agent/loop/prompt.service.ts'), 'utf8');
    const code = prompt.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
    expect(code).not.toMatch(/Date\b|random|uuid|performance|process\./i);
  });
});
