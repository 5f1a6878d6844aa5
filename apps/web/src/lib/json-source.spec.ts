import { isJson, itemSources, memberSources, prettyJson } from './json-source';

const SAMPLES = [
  '{"a":1,"b":[1,2,{"c":"x, y: {z}"}],"d":{},"e":[],"f":[[]],"g":"\\"q\\\\"}',
  '[]',
  '{}',
  '"only text"',
  '-1.50e+10',
  '[null,true,false]',
];

describe('JSON as text', () => {
  it('is indented like JSON.stringify does it', () => {
    for (const sample of SAMPLES.filter((text) => !text.includes('e+10'))) {
      expect(prettyJson(sample)).toBe(JSON.stringify(JSON.parse(sample), null, 2));
    }
  });

  it('keeps every digit and means the same afterwards', () => {
    expect(prettyJson('{"n":12345678901234567890,"x":1.0}')).toBe(
      '{\n  "n": 12345678901234567890,\n  "x": 1.0\n}',
    );
    for (const sample of SAMPLES)
      expect(JSON.parse(prettyJson(sample))).toEqual(JSON.parse(sample));
  });

  it('leaves alone what is no JSON', () => {
    expect(prettyJson('{"a": 1,')).toBe('{"a": 1,');
    expect(isJson('{"a": 1,')).toBe(false);
  });

  it('gives the source of each member of the outermost object', () => {
    const members = memberSources(' {"a" : 1.0 , "b":{"a":[1, "}"]},"c\\u0064":"x,y", "e":[] } ');
    expect([...(members ?? [])]).toEqual([
      ['a', '1.0'],
      ['b', '{"a":[1, "}"]}'],
      ['cd', '"x,y"'],
      ['e', '[]'],
    ]);
    expect(memberSources('{}')?.size).toBe(0);
    expect(memberSources('[1]')).toBeNull();
    expect(memberSources('{oops')).toBeNull();
  });

  it('gives the source of each item of the outermost array', () => {
    expect(itemSources(' [ 1.0, {"a": [1, 2]} ,[], "x,]" ] ')).toEqual([
      '1.0',
      '{"a": [1, 2]}',
      '[]',
      '"x,]"',
    ]);
    expect(itemSources('[ ]')).toEqual([]);
    expect(itemSources('{}')).toBeNull();
    expect(itemSources('[1')).toBeNull();
  });
});
