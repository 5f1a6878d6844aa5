import fc from 'fast-check';
import { isDomainError } from '@/foundation/errors/domain-error';
import { readJson, type JsonValue } from '@/bundles/custom-tools/json-text';
import { Template } from '@/bundles/custom-tools/template/template';
import { checkInImage, type RenderCase } from './python-batch';
import {
  CODE_SHAPES,
  COMMENT_SHAPES,
  FORMATTED_SHAPES,
  NUMBER_SHAPES,
  TEXT_SHAPES,
  type Shape,
} from './template-shapes';

/** Fixed, so that a build is red for a reason; set FUZZ_SEED to look elsewhere. */
const SEED = Number(process.env.FUZZ_SEED ?? 20261201);

const NASTY = [
  '',
  "'",
  '"',
  "'''",
  '"""',
  '\\',
  '\\\\',
  "\\'",
  '\n',
  '\r\n',
  '\u2028',
  '\u0000',
  '\u202e',
  '\ud800',
  '🙂',
  '汉字',
  "x'+str(1+1)+'",
  '{a}',
  "{__import__('os')}",
  '#',
  '# coding: utf-7',
  ': utf-7',
  'ing: latin-1',
  '\n1+1',
  '0',
  '7',
  'f',
  'x41',
  'N{DASH}',
  '{',
  '}',
  '{{',
  '%s',
  '"; import os; "',
  "')\nimport os\n('",
  '\u0085',
  '\f',
  '\t',
  '\u001b[0m',
  'é',
  '\ufeff',
  '\u00a0',
  '\u3000',
  "''",
  '""',
  '\\\n',
  'and',
  'None',
  '\udfff\ud800',
];
const text = fc.oneof(
  fc
    .array(fc.oneof(fc.constantFrom(...NASTY), fc.string({ unit: 'binary', maxLength: 3 })), {
      maxLength: 5,
    })
    .map((parts) => parts.join('')),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 4 })
    .map((units) => String.fromCharCode(...units)),
);
const number = fc.oneof(
  fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
  fc.constantFrom(
    '0',
    '-0',
    '-0.0',
    '1E5',
    '1e+2',
    '1.50',
    '-1',
    '9007199254740993',
    '1e400',
    '-1e400',
    '1e-400',
    '0.1e1',
  ),
);
const json = fc.letrec<{ value: string; list: string; object: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    text.map((value) => JSON.stringify(value)),
    number,
    fc.constantFrom('true', 'false', 'null'),
    tie('list'),
    tie('object'),
  ),
  list: fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
  object: fc
    .uniqueArray(fc.tuple(text, tie('value')), { maxLength: 3, selector: ([key]) => key })
    .map(
      (entries) =>
        `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`,
    ),
}));

/** The same kind of value, as tame as can be. */
function harmlessLike(value: JsonValue): JsonValue {
  if (typeof value === 'string') return 'h';
  if (value === null || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return [readJson('1')];
  return value instanceof Map ? new Map([['k', readJson('1')]]) : readJson('1');
}

/** Null when this template or this value is refused, which is an answer of its own. */
function caseOf({ template, read }: Shape, value: string): RenderCase | null {
  try {
    const readTemplate = Template.read(template, ['a']);
    const given = readJson(value);
    const script = readTemplate.render(new Map([['a', given]]));
    return {
      script,
      harmless: readTemplate.render(new Map([['a', harmlessLike(given)]])),
      value,
      read,
    };
  } catch (thrown) {
    if (isDomainError(thrown)) return null;
    throw thrown;
  }
}

async function expectAllSound(pairs: (readonly [Shape, string])[]): Promise<number> {
  const cases = pairs.map(([shape, value]) => caseOf(shape, value)).filter((one) => one !== null);
  if (cases.length === 0) return 0;
  const answers = await checkInImage(cases);
  const wrong = answers.flatMap((answer, index) =>
    answer === null ? [] : [{ answer, ...cases[index] }],
  );
  expect(wrong.slice(0, 3)).toEqual([]);
  return cases.length;
}

/** Batches keep containers few; fast-check still shrinks to the smallest batch that fails. */
async function holdsFor(
  pair: fc.Arbitrary<readonly [Shape, string]>,
  batches: number,
  size: number,
): Promise<number> {
  let checked = 0;
  const batch = fc.array(pair, { minLength: size, maxLength: size, size: 'max' });
  await fc.assert(
    fc.asyncProperty(batch, async (pairs) => {
      checked += await expectAllSound(pairs);
    }),
    { numRuns: batches, endOnFailure: true, seed: SEED },
  );
  return checked;
}

const shapeOf = (shapes: Shape[]) => fc.constantFrom(...shapes);
const noRead = (shapes: Shape[]): Shape[] => shapes.map(({ template }) => ({ template }));
const FRAGMENTS = [
  '{a}',
  '{a}',
  '{a}',
  '{a!r}',
  '{{',
  '}}',
  "'",
  '"',
  "'''",
  '"""',
  "f'",
  'f"',
  "rf'",
  "r'",
  "b'",
  "rb'",
  "u'",
  '\\',
  '\\x4',
  '\\1',
  '\\N',
  '#',
  '\n',
  '\n    ',
  ' ',
  'x',
  ' = ',
  '=',
  '(',
  ')',
  '[',
  ']',
  ',',
  ':',
  ';',
  '+',
  '-',
  '.',
  'if ',
  ' else ',
  'in',
  'not',
  '1',
  '0x',
  'for ',
  'as ',
  'def f():',
  'print(',
  '!r',
  '\\\n',
  'lambda ',
  '1e',
  'match ',
  "''",
  '""',
  '*',
  '==',
  ' or',
  'return',
  '@',
];
const wild = fc
  .array(fc.constantFrom(...FRAGMENTS), { minLength: 1, maxLength: 12 })
  .map((parts) => ({ template: parts.join('') }));

describe('rendered for the place where it stands, read by the Python of the tool image', () => {
  jest.setTimeout(300_000);

  it('changes nothing but constants in text of every kind, and the text comes back (A-049, A-054)', async () => {
    const scalar = fc.oneof(
      { weight: 4, arbitrary: text.map((value) => JSON.stringify(value)) },
      { weight: 1, arbitrary: number },
      { weight: 1, arbitrary: fc.constantFrom('true', 'false', 'null') },
    );
    const checked = await holdsFor(
      fc.tuple(shapeOf([...TEXT_SHAPES, ...COMMENT_SHAPES]), scalar),
      10,
      1000,
    );
    expect(checked).toBeGreaterThan(6000);
  });

  it('changes nothing but constants in bare code, and the value comes back with all digits (A-050, A-051)', async () => {
    const checked = await holdsFor(fc.tuple(shapeOf(CODE_SHAPES), json.value), 6, 1000);
    expect(checked).toBeGreaterThan(4000);
  });

  it('keeps a number one operand whatever its sign (A-050)', async () => {
    await holdsFor(fc.tuple(shapeOf(NUMBER_SHAPES), number), 1, 1000);
    await holdsFor(fc.tuple(shapeOf(noRead(NUMBER_SHAPES)), json.value), 1, 1000);
  });

  it('lets lists and objects into text and comments without changing the program (A-054)', async () => {
    await holdsFor(
      fc.tuple(shapeOf(noRead([...TEXT_SHAPES, ...COMMENT_SHAPES])), json.value),
      2,
      1000,
    );
  });

  it('lets no value into an f-string (A-052)', async () => {
    await holdsFor(
      fc.tuple(
        shapeOf(FORMATTED_SHAPES),
        text.map((value) => JSON.stringify(value)),
      ),
      1,
      500,
    );
  });

  it('never changes the program of templates thrown together at random', async () => {
    const checked = await holdsFor(fc.tuple(wild, json.value), 12, 1500);
    expect(checked).toBeGreaterThan(1000);
  });
});
