import { findJsonFault } from './json-fault';

const place = (text: string) => {
  const fault = findJsonFault(text);
  return fault && `${fault.line}:${fault.column} ${fault.kind} ${fault.sign}`.trim();
};

describe('findJsonFault', () => {
  it('has nothing to say about JSON', () => {
    expect(place('{"a": [1, -2.5e3, true, null, "\\u00e9\\n", [], {}], "b": {"c": 0}}')).toBeNull();
    expect(place(' "text" ')).toBeNull();
  });

  it.each([
    ['', '1:1 end'],
    ['  \n ', '2:2 end'],
    ['{"a": 1', '1:8 end'],
    ['{\n  "a": 1,\n}', '2:9 comma ,'],
    ['[1, 2,]', '1:6 comma ,'],
    ['{\n  "a": 1\n  "b": 2\n}', '3:3 character "'],
    ["{'a': 1}", "1:2 character '"],
    ['{"a": tru}', '1:7 character t'],
    ['{"a": [1}', '1:9 character }'],
    ['{"a": "x\ny"}', '1:9 character'],
    ['{"a": "\\q"}', '1:8 character \\'],
    ['{"a" 1}', '1:6 character 1'],
    ['{} x', '1:4 after x'],
    ['{"a": 😀}', '1:7 character 😀'],
  ])('names the place and the reason in %j', (text, expected) => {
    expect(place(text)).toBe(expected);
  });

  it('never finds a fault where the parser finds none, nor the reverse', () => {
    const texts = [
      '01',
      '1.',
      '-',
      '+1',
      '.5',
      '"\\q"',
      '"a\nb"',
      '{"a":1,"a":2}',
      '[,]',
      '{,}',
      '1 2',
    ];
    for (const text of texts) {
      let isGood = true;
      try {
        JSON.parse(text);
      } catch {
        isGood = false;
      }
      expect([text, findJsonFault(text) === null]).toEqual([text, isGood]);
    }
  });
});
