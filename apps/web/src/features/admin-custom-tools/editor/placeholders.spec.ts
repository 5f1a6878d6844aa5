import { pythonMarks, returnMarks } from './placeholders';

const read = (text: string, declared: string[]) =>
  pythonMarks(text, declared).map(({ from, to, kind }) => `${text.slice(from, to)} ${kind}`);

describe('the placeholders of a template', () => {
  it('are told apart: declared, undeclared, doubled, lone', () => {
    expect(read("a = {a}\nb = '{b!r}'\nc = {{'k': {a}}}\nd = {1, 2}", ['a'])).toEqual([
      '{a} declared',
      '{b!r} undeclared',
      '{{ doubled',
      '{a} declared',
      '}} doubled',
      '{ lone',
      '} lone',
    ]);
  });

  it('are read from the left, as the renderer does', () => {
    expect(read('{{{a}}}', ['a'])).toEqual(['{{ doubled', '{a} declared', '}} doubled']);
    expect(read('{{a}}', ['a'])).toEqual(['{{ doubled', '}} doubled']);
  });

  it('need a name: attributes, formats and positions are none', () => {
    expect(read('{a.b} {} {0} {a:>3}', ['a']).filter((mark) => !mark.includes('lone'))).toEqual([]);
  });

  it('of the return layer stand in strings only', () => {
    const text = '{"template": "[{tool_id}] {what} \\"{output}\\"", "truncate": 1}';
    expect(returnMarks(text).map(({ from, to, kind }) => [text.slice(from, to), kind])).toEqual([
      ['{tool_id}', 'declared'],
      ['{what}', 'undeclared'],
      ['{output}', 'declared'],
    ]);
  });
});
