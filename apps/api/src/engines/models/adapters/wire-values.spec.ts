import { wireArguments, wireId } from './wire-values';

describe('values read back from history', () => {
  it('keep an id that every provider takes and replace any other, always by the same', () => {
    expect(wireId('call_abc-1')).toBe('call_abc-1');
    for (const id of ['x'.repeat(41), 'a.b', 'ü', '']) {
      expect(wireId(id)).toMatch(/^call_[\da-f]{24}$/);
      expect(wireId(id)).toBe(wireId(id));
    }
  });

  it('keep arguments that are an object and show the model what it wrote wrongly', () => {
    expect(wireArguments('{"a":1}')).toEqual({ a: 1 });
    for (const text of ['{"a":', '[1]', 'null', '"x"', '']) {
      expect(wireArguments(text)).toEqual({ invalid_arguments: text });
    }
  });
});
