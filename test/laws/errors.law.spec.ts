import { readFileSync } from 'node:fs';
import path from 'node:path';
import { STATUS } from '@/foundation/errors/domain-error';
import { filesBelow, ROOT } from './source-files';

interface Declared {
  code: string;
  kind: keyof typeof STATUS;
  file: string;
  body: string;
}

const CLASS = /class \w+ extends \w+[^{]*\{([\s\S]*?)\n\}/g;

const declared: Declared[] = filesBelow('apps/api/src', /(?<!\.spec)\.ts$/).flatMap(
  ({ path: file, text }) =>
    [...text.matchAll(CLASS)].flatMap(([, body = '']) => {
      const code = /readonly code(?::[^=]+)? = '([^']+)'/.exec(body)?.[1];
      const kind = /readonly kind(?::[^=]+)? = '([^']+)'/.exec(body)?.[1] as Declared['kind'];
      return code ? [{ code, kind, file, body }] : [];
    }),
);

/** Given by the one translation itself, without a class of their own. */
const BUILT_IN = [
  { code: 'unexpected', kind: 'unexpected' },
  { code: 'temporarily_unavailable', kind: 'unavailable' },
] as const;

const listed = new Map(
  readFileSync(path.join(ROOT, 'docs/errors.md'), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, code, status] = /^\| `([a-z_]+)`\s*\| (\d{3})/.exec(line) ?? [];
      return code ? [[code, Number(status)] as const] : [];
    }),
);

describe('error codes', () => {
  it('are found in the source at all', () => {
    expect(declared.length).toBeGreaterThan(40);
  });

  it('are unique and snake_case', () => {
    const codes = declared.map(({ code }) => code);
    expect(codes.filter((code, i) => codes.indexOf(code) !== i)).toEqual([]);
    expect(codes.filter((code) => !/^[a-z]+(_[a-z]+)*$/.test(code))).toEqual([]);
  });

  it('are all listed in docs/errors.md with their status, and no other is', () => {
    const wanted = [...declared, ...BUILT_IN].map(
      ({ code, kind }) => [code, STATUS[kind]] as const,
    );
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(wanted));
  });

  it('speak both languages', () => {
    const silent = declared.filter(
      ({ body }) => /super\(\s*\{/.test(body) && !/'zh-CN'/.test(body),
    );
    expect(silent.map(({ code }) => code)).toEqual([]);
  });
});
