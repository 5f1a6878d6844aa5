import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createI18n } from 'vue-i18n';
import type { Messages } from './i18n';

const SOURCE = join(__dirname, '../..');
const areasOf = (locale: string) =>
  readdirSync(join(__dirname, locale)).filter((name) => name.endsWith('.json'));

function flatten(messages: Messages, prefix: string): [string, string][] {
  return Object.entries(messages).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${prefix}.${key}`, value]] : flatten(value, `${prefix}.${key}`),
  );
}

function load(locale: string): { nested: Messages; flat: Map<string, string> } {
  const nested: Messages = {};
  for (const file of areasOf(locale)) {
    nested[file.slice(0, -'.json'.length)] = JSON.parse(
      readFileSync(join(__dirname, locale, file), 'utf8'),
    ) as Messages;
  }
  return {
    nested,
    flat: new Map(
      Object.entries(nested).flatMap(([area, messages]) => flatten(messages as Messages, area)),
    ),
  };
}

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|vue)$/.test(name) && !name.endsWith('.spec.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}

const chinese = load('zh-CN');
const english = load('en');
const params = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

describe('messages', () => {
  it('have the same areas and keys in both languages', () => {
    expect([...chinese.flat.keys()].sort()).toEqual([...english.flat.keys()].sort());
  });

  it('use the same parameters in both languages and are never empty', () => {
    const different = [...chinese.flat].filter(
      ([key, text]) =>
        text.trim() === '' ||
        String(new Set(params(text)).size) !==
          String(new Set(params(english.flat.get(key) ?? '')).size),
    );
    expect(different.map(([key]) => key)).toEqual([]);
  });

  it('compile, every one of them, and never throw at run time (fault 28)', () => {
    for (const [locale, { nested, flat }] of [
      ['zh-CN', chinese],
      ['en', english],
    ] as const) {
      const problems: string[] = [];
      const i18n = createI18n({
        legacy: false,
        locale: locale as string,
        messages: { [locale]: nested },
      });
      for (const [key, text] of flat) {
        try {
          const named = Object.fromEntries(params(text).map((name) => [name as string, 'V']));
          if (i18n.global.t(key, named, 1) === key) problems.push(`${key} is not found`);
        } catch (thrown) {
          problems.push(`${key}: ${String(thrown)}`);
        }
      }
      expect(problems).toEqual([]);
    }
  });

  it('show user text with message syntax as it is (fault 28)', () => {
    const i18n = createI18n({
      legacy: false,
      locale: 'en',
      messages: { en: { title: 'Open {name}' } },
    });
    const name = "a | b {x} @:y {'@'} %{z} <b>";
    expect(i18n.global.t('title', { name })).toBe(`Open ${name}`);
  });

  it('exist for every key the code names', () => {
    const named = sources(SOURCE).flatMap((code) =>
      [...code.matchAll(/(?:\bt|translate|[kK]ey:)\s*\(?\s*'([a-z][\w-]*\.[\w.-]+)'/g)].map(
        ([, key]) => key as string,
      ),
    );
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((key) => !english.flat.has(key))).toEqual([]);
  });
});
