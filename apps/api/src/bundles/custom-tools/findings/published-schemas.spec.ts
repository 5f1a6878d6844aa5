import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { readTool } from '../folder/read-tool';
import { readBytes, type ToolFolder } from '../folder/tool-files';
import { schemaCheckOf, schemaFileOf, type JsonFileName } from './published-schemas';

const ROOT = path.resolve(__dirname, '../../../../../..');
const FILES: JsonFileName[] = ['definition.json', 'return.json', 'meta.json', 'tests.json'];
const EXAMPLES = path.join(ROOT, 'data/custom_tools');

interface Schema {
  title?: string;
  description?: string;
  examples?: unknown[];
  default?: unknown;
  properties?: Record<string, Schema>;
}

const isValid = (file: JsonFileName, value: unknown): boolean => schemaCheckOf(file)(value);
const schemaOf = (file: JsonFileName): Schema => schemaCheckOf(file).schema as Schema;

/** What the server has to say about a tool with this one file. */
function complaints(file: JsonFileName, value: unknown): string[] {
  const files: Record<string, string> = {
    'definition.json': '{"id": "x"}',
    'execution.py': '',
    [file]: JSON.stringify(value),
  };
  const read: ToolFolder['files'] = {};
  for (const [name, text] of Object.entries(files)) {
    read[name as JsonFileName] = readBytes(name as JsonFileName, Buffer.from(text));
  }
  const { warnings, defect } = readTool({ directory: 'x', files: read, hash: '' }, 120);
  return [...warnings, ...(defect ? [defect.text] : [])].map(({ en }) => en);
}

/** Values of one key that schema and server both take, and values that both refuse. */
const AGREED: Record<string, { file: JsonFileName; good: unknown[]; bad: unknown[] }> = {
  id: {
    file: 'definition.json',
    good: ['a', 'Text_len-2', 'a'.repeat(64)],
    bad: ['1a', 'a b', 'a'.repeat(65), 'ä', '../x', 5],
  },
  parameters: {
    file: 'definition.json',
    good: [
      { type: 'object' },
      { type: 'object', properties: {}, required: [] },
      {
        type: 'object',
        properties: {
          a: { type: ['string', 'null'], description: 'A', enum: ['x', null], default: 'x' },
          b: { type: 'array', items: { type: 'integer', minimum: 0 }, minItems: 1 },
          c: { type: 'object', properties: { d: { pattern: '^a+$' } }, required: ['d'] },
        },
        required: ['a'],
      },
    ],
    bad: [
      { type: 'string' },
      { type: ['object'] },
      [],
      'none',
      { type: 'object', properties: [] },
      { type: 'object', properties: { a: { type: 'strng' } } },
      { type: 'object', properties: { a: { pattern: '(' } } },
      { type: 'object', properties: { a: 5 } },
      { type: 'object', properties: {}, required: [5] },
    ],
  },
  timeout: {
    file: 'definition.json',
    good: [1, 0.5, 120, '15', ' 2.5 '],
    bad: [0, -1, 'soon', '', '0', '1e2', [], {}, true],
  },
  icon: { file: 'definition.json', good: ['brain.svg'], bad: ['brain.png', '../a.svg', 'a b.svg'] },
  dangerous: { file: 'definition.json', good: [true, false], bad: ['false', 0, []] },
  limits: {
    file: 'definition.json',
    good: [{}, { memory_mb: 32, cpus: 0.1, pids: 1024, output_chars: 100_000 }],
    bad: [
      ...[5, [], 'small', { disk: 1 }, { memory_mb: 31 }, { memory_mb: 4097 }, { cpus: 0.05 }],
      ...[{ cpus: 4.5 }, { pids: 8.5 }, { pids: '9' }, { output_chars: 0 }],
    ],
  },
  network: {
    file: 'definition.json',
    good: [
      ...['none', false, [], ['a.example'], ['api.example.org:443', 'B.example:65535', 'x']],
      ...[['bücher.example:80'], ['1a.2b.c3'], ['a-b.example:1']],
    ],
    bad: [
      ...[true, 'all', {}, 5, [5], [''], ['*'], ['*.a.org'], ['https://a.org'], ['a.org/x']],
      ...[['a.org:0'], ['a.org:65536'], ['a.org:'], ['a_b.org'], ['-a.org'], ['a-.org'], ['a..b']],
      ...[['127.0.0.1'], ['127.1:80'], ['0x7f.1'], ['2130706433'], ['::1'], ['[::1]:80']],
      [`${'a'.repeat(64)}.org`],
      Array.from({ length: 51 }, (_, index) => `h${index}.example`),
    ],
  },
  secrets: {
    file: 'definition.json',
    good: [[], ['A'], ['API_KEY', 'B2']],
    bad: ['KEY', ['lower'], ['A-B'], ['2A'], [5], Array.from({ length: 21 }, (_, i) => `K${i}`)],
  },
  isolation: { file: 'definition.json', good: ['fresh', 'reuse'], bad: ['shared', '', 5, []] },
  audience: {
    file: 'definition.json',
    good: ['admins', 'everyone', { groups: ['a', 'b'] }],
    bad: [
      ...['world', ['a'], {}, { groups: [] }, { groups: 'a' }, { groups: [' '] }, { groups: [5] }],
      { groups: ['a'], everyone: true },
    ],
  },
  truncate: { file: 'return.json', good: [1, 2000], bad: [0, -5, 1.5, '9', [], {}, true] },
  template: { file: 'return.json', good: ['{output}', ''], bad: [5, [], {}, true] },
  gate: { file: 'tests.json', good: [true, false], bad: ['yes', 1, []] },
};
const BASE: Partial<Record<JsonFileName, object>> = {
  'definition.json': { id: 'x' },
  'tests.json': { cases: [] },
};
const CORPUS = Object.entries(AGREED).flatMap(([key, { file, good, bad }]) =>
  [
    ...good.map((value) => ({ value, isGood: true })),
    ...bad.map((value) => ({ value, isGood: false })),
  ].map(({ value, isGood }) => ({ file, isGood, whole: { ...BASE[file], [key]: value } })),
);

describe('the published schemas', () => {
  it.each(FILES)('of %s says what it and each of its keys is for', (file) => {
    const { title, description, examples, properties } = schemaOf(file);
    expect([title, description].every((text) => (text ?? '').length > 20)).toBe(true);
    const silent = Object.entries(properties ?? {}).filter(
      ([key, schema]) => !key.startsWith('$') && !(schema.description ?? '$ref' in schema),
    );
    expect(silent).toEqual([]);
    for (const example of examples ?? [])
      expect([file, isValid(file, example)]).toEqual([file, true]);
    for (const [key, schema] of Object.entries(properties ?? {})) {
      const given = [...(schema.examples ?? []), ...('default' in schema ? [schema.default] : [])];
      for (const value of given) {
        const whole = { ...BASE[file], [key]: value };
        expect([key, value, isValid(file, whole)]).toEqual([key, value, true]);
      }
    }
  });

  it('hold for every shipped example (A-099 to A-102)', () => {
    const checked = readdirSync(EXAMPLES).flatMap((tool) =>
      FILES.flatMap((file) => {
        if (!readdirSync(path.join(EXAMPLES, tool)).includes(file)) return [];
        const text = readFileSync(path.join(EXAMPLES, tool, file), 'utf8');
        return [[tool, file, isValid(file, JSON.parse(text))]];
      }),
    );
    expect(checked.length).toBeGreaterThanOrEqual(7);
    expect(checked.filter(([, , isGood]) => !isGood)).toEqual([]);
  });

  it('are no hindrance to the key that names them', () => {
    for (const file of FILES) {
      const $schema = `/schemas/${schemaFileOf(file)}`;
      expect(isValid(file, { ...BASE[file], $schema })).toBe(true);
      expect(complaints(file, { ...BASE[file], $schema })).toEqual([]);
    }
  });

  it.each(CORPUS)('agree with the server on $file $whole', ({ file, whole, isGood }) => {
    expect(isValid(file, whole)).toBe(isGood);
    expect(complaints(file, whole).length > 0).toBe(!isGood);
  });

  it('take nothing that the server complains about, whatever stands together', () => {
    const any = (key: string) =>
      fc.constantFrom(...(AGREED[key]?.good ?? []), ...(AGREED[key]?.bad ?? []), null);
    const keys = Object.keys(AGREED).filter((key) => AGREED[key]?.file === 'definition.json');
    const definition = fc.record(Object.fromEntries(keys.map((key) => [key, any(key)])), {
      requiredKeys: ['id'],
    });
    fc.assert(
      fc.property(fc.oneof(definition, fc.jsonValue()), (value) => {
        if (isValid('definition.json', value))
          expect(complaints('definition.json', value)).toEqual([]);
      }),
      { numRuns: 1000, seed: 3 },
    );
  });
});
