import { readJson, writeJson } from '../json-text';
import { coerce } from './coercion';

describe('coerce', () => {
  it.each([
    ['"1"', 'integer', '1'],
    ['"-12345678901234567890"', 'integer', '-12345678901234567890'],
    ['"1.0"', 'integer', '1'],
    ['1e3', 'integer', '1000'],
    ['-0.0', 'integer', '0'],
    ['120.00', 'integer', '120'],
    ['"1.5"', 'integer', '"1.5"'],
    ['1.5', 'integer', '1.5'],
    ['"abc"', 'integer', '"abc"'],
    ['""', 'integer', '""'],
    ['true', 'integer', 'true'],
    ['"1.50"', 'number', '1.50'],
    ['"0x10"', 'number', '"0x10"'],
    ['2.0', 'number', '2.0'],
    ['"true"', 'boolean', 'true'],
    ['"yes"', 'boolean', '"yes"'],
    ['"1"', 'string', '"1"'],
  ])('makes of %s for %s %s (A-051, fault 1)', (given, type, expected) => {
    expect(writeJson(coerce(readJson(given), readJson(JSON.stringify({ type }))))).toBe(expected);
  });

  it('reaches into lists and objects', () => {
    const schema = readJson(
      '{"type":"object","properties":{"l":{"type":"array","items":{"type":"integer"}}}}',
    );
    expect(writeJson(coerce(readJson('{"l":["1",2.0],"x":"1"}'), schema))).toBe(
      '{"l":[1,2],"x":"1"}',
    );
  });

  it('keeps text where text is allowed', () => {
    expect(coerce('1', readJson('{"type":["string","integer"]}'))).toBe('1');
    expect(coerce('1', true)).toBe('1');
  });
});
