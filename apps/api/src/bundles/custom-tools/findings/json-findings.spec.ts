import { applied, readLocated } from './json-findings';
import { SourceText } from './source-text';

const only = (text: string) => readLocated(new SourceText(text)).found[0];

describe('readLocated', () => {
  it.each([
    ['{"a": 1,}', '{"a": 1}'],
    ['[1, 2, ]', '[1, 2 ]'],
    ['{"a": 1,, "b": 2}', '{"a": 1, "b": 2}'],
    ['{"a": 1\n "b": 2}', '{"a": 1,\n "b": 2}'],
    ['["a" "b"]', '["a", "b"]'],
    ["{'a': 1}", '{"a": 1}'],
    ['{“a”: 1}', '{"a": 1}'],
    ['{a: 1}', '{"a": 1}'],
    ['{"a": True}', '{"a": true}'],
    ['{"a": None}', '{"a": null}'],
    ['{"a": 1 // one\n}', '{"a": 1 \n}'],
    ['{"a": [1, {"b": 2', '{"a": [1, {"b": 2}]}'],
  ])('repairs %s with one click', (text, expected) => {
    const found = only(text);
    expect(found).toMatchObject({ rule: 'invalid_json', severity: 'error' });
    expect(applied(text, found?.repair?.edits ?? [])).toBe(expected);
  });

  it('says where the reader stopped, with no repair when there is none (A-009)', () => {
    const text = '{\n  "a": @\n}';
    expect(only(text)).toMatchObject({ from: text.indexOf('@'), repair: null });
    expect(only('')).toMatchObject({ from: 0, to: 0, repair: null });
    expect(only('{"a": "x\ny"}')).toMatchObject({ from: 6 });
  });

  it('names a key that is forgotten because it comes again', () => {
    const text = '{"a": 1, "b": {"c": 1, "c": 2}, "a": 2}';
    const { found } = readLocated(new SourceText(text));
    expect(found.map(({ rule, from }) => [rule, from])).toEqual([
      ['repeated_key', 1],
      ['repeated_key', 15],
    ]);
  });
});

describe('SourceText', () => {
  it('tells offsets of the file whatever ends its lines', () => {
    const file = '\ufeffa\r\nb\rc\nd';
    const source = new SourceText(file);
    expect(source.text).toBe('a\nb\nc\nd');
    for (const letter of 'abcd') {
      expect(source.originalAt(source.text.indexOf(letter))).toBe(file.indexOf(letter));
    }
    expect(source.positionAt(source.text.indexOf('d'))).toEqual({ line: 4, column: 1 });
    expect(source.lineRange(2)).toEqual({ from: 2, to: 3 });
    expect(source.lineRange(99)).toEqual({ from: 6, to: 7 });
  });
});
