import { readFileSync } from 'node:fs';
import path from 'node:path';
import { STATUS } from '@/foundation/errors/domain-error';
import { filesBelow, ROOT } from './source-files';

interface Declared {
  code: string;
  kind: keyof typeof STATUS;
  retry: 'yes' | 'no' | 'depends';
  body: string;
}

const CLASS = /class (\w+) extends DomainError[^{]*\{([\s\S]*?)\n\}/g;
const sources = filesBelow('apps/api/src', /(?<!\.spec)\.ts$/);

const declared: Declared[] = sources.flatMap(({ path: file, text }) =>
  [...text.matchAll(CLASS)].map(([, name = '', body = '']) => {
    const code = /readonly code(?::[^=]+)? = '([^']+)'/.exec(body)?.[1];
    const kind = /readonly kind(?::[^=]+)? = '([^']+)'/.exec(body)?.[1] as Declared['kind'];
    if (!code || !kind) throw new Error(`${file}: ${name} says no code or no kind.`);
    return { code, kind, retry: retryOf(body), body };
  }),
);

/** Given by the one translation itself, without a class of their own. */
const BUILT_IN = [
  { code: 'unexpected', kind: 'unexpected', retry: 'yes' },
  { code: 'temporarily_unavailable', kind: 'unavailable', retry: 'yes' },
] as const;

const ROW = /^\| `([^`]+)`\s*\| (\w+)\s*\| (\d{3})\s*\| (\w+)\s*\| (\S.*\S)\s*\|$/;
const listed = readFileSync(path.join(ROOT, 'docs/errors.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, code, kind, status, retry] = ROW.exec(line) ?? [];
    return code ? [`${code} ${kind} ${status} ${retry}`] : [];
  });

describe('error codes', () => {
  it('are found in the source, every class with one', () => {
    const classes = sources.flatMap(({ text }) => text.match(/extends DomainError\b/g) ?? []);
    expect(classes.length).toBeGreaterThan(40);
    expect(declared.length).toBe(classes.length);
  });

  it('are unique and snake_case', () => {
    const codes = [...declared, ...BUILT_IN].map(({ code }) => code);
    expect(codes.filter((code, i) => codes.indexOf(code) !== i)).toEqual([]);
    expect(codes.filter((code) => !/^[a-z]+(_[a-z]+)*$/.test(code))).toEqual([]);
  });

  it('are all listed in docs/errors.md, sorted, with kind, status, retry and meaning, and no other is', () => {
    const wanted = [...declared, ...BUILT_IN]
      .map(({ code, kind, retry }) => `${code} ${kind} ${STATUS[kind]} ${retry}`)
      .sort();
    expect(listed).toEqual(wanted);
  });

  it('say everything in both languages', () => {
    const faults = declared.flatMap(({ code, body }) => {
      const english = body.match(/(?<![\w'-])en: (?!string)/g) ?? [];
      const chinese = [...body.matchAll(/'zh-CN':\s*(['`])([\s\S]*?)\1/g)];
      const isForeign = chinese.some(([, , text = '']) => !/\p{Script=Han}|\$\{/u.test(text));
      return english.length !== chinese.length || isForeign ? [code] : [];
    });
    expect(faults).toEqual([]);
  });
});

function retryOf(body: string): Declared['retry'] {
  if (/canRetry = true;/.test(body)) return 'yes';
  return /canRetry: boolean/.test(body) ? 'depends' : 'no';
}
