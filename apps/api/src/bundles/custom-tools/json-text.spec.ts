import fc from 'fast-check';
import { depthOf, fromPlain, JsonFault, readJson, toPlain, writeJson } from './json-text';

describe('JSON text', () => {
  it('reads what JSON.parse reads, and writes it back (A-051)', () => {
    fc.assert(
      fc.property(fc.json({ noUnicodeString: false } as object), (text) => {
        expect(toPlain(readJson(text))).toEqual(JSON.parse(text));
        expect(JSON.parse(writeJson(readJson(text), 2))).toEqual(JSON.parse(text));
      }),
      { numRuns: 500 },
    );
  });

  it('refuses what JSON.parse refuses', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"',
      '1',
      '-',
      '01',
      '1.',
      'true',
      'nul',
      ' ',
      '\n',
      '\\',
      '1e',
      '\t',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const text = pieces.join('');
        expect(answers(() => readJson(text))).toBe(answers(() => JSON.parse(text) as unknown));
      }),
      { numRuns: 3000 },
    );
  });

  it('says where it stopped (A-009)', () => {
    const fault = thrownBy(() => readJson('{\n  "a": 1,\n}'));
    expect(fault).toMatchObject({ line: 3, column: 1 });
    expect((fault as JsonFault).text['zh-CN']).toContain('第 3 行第 1 列');
  });

  it('keeps digits, order and strange keys', () => {
    const text = '{"b":12345678901234567890,"1":1.50,"__proto__":{"x":-0}}';
    expect(writeJson(readJson(text))).toBe(text);
    expect(Object.keys(toPlain(readJson(text)) as object)).toContain('__proto__');
  });

  it('stops at a depth no stack has to fear', () => {
    expect(thrownBy(() => readJson('['.repeat(100_000)))).toBeInstanceOf(JsonFault);
    expect(depthOf(readJson('[[{"a":[]}]]'))).toBe(4);
  });

  it('takes plain values', () => {
    expect(writeJson(fromPlain({ a: [1, null, undefined, Number.NaN, 'x'] }))).toBe(
      '{"a":[1,null,null,null,"x"]}',
    );
  });
});

function answers(read: () => unknown): boolean {
  return thrownBy(read) === null;
}

function thrownBy(read: () => unknown): unknown {
  try {
    read();
    return null;
  } catch (thrown) {
    return thrown;
  }
}
