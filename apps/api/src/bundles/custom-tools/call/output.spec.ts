import { fillTemplate, firstCharacters } from './output';

describe('output', () => {
  it('cuts between characters, not inside them (A-071)', () => {
    expect(firstCharacters('汉🙂字', 2)).toBe('汉🙂');
    expect(firstCharacters('ab', 5)).toBe('ab');
  });

  const variables = { output: '{stderr}', stderr: 'S', return_code: '0', tool_id: 't' };
  it.each([
    ['{tool_id}:{return_code}', 't:0'],
    ['{{{output}}}', '{{stderr}}'],
    ['{output}{stderr}', '{stderr}S'],
    ['结果={result}', null],
    ['{output:>5}', null],
    ['{output.x}', null],
    ['{output!r}', null],
    ['{constructor}', null],
    ['{}', null],
    ['{', null],
    ['}', null],
  ])('fills %s with %s (A-073, A-074, S-33)', (template, expected) => {
    expect(fillTemplate(template, variables)).toBe(expected);
  });
});
