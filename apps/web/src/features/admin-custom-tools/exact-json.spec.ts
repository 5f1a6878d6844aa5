import { parseArguments } from './exact-json';

describe('parseArguments', () => {
  it('keeps the digits of long numbers (A-051)', () => {
    const text = '{"a":12345678901234567890,"b":[1.10],"c":"x","d":1}';
    expect(JSON.stringify(parseArguments(text))).toBe(text);
  });

  it('takes objects only, and nothing at all as an empty one', () => {
    expect(parseArguments(' ')).toEqual({});
    expect(parseArguments('{"a": {"b": [null]}}')).toEqual({ a: { b: [null] } });
    for (const text of ['[1]', 'null', '"x"', '{', '1']) expect(parseArguments(text)).toBeNull();
  });
});
