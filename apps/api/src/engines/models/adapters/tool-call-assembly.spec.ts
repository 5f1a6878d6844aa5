import { ToolCallAssembly, type ToolCallFragment } from './tool-call-assembly';

const assembled = (...fragments: ToolCallFragment[]) => {
  const assembly = new ToolCallAssembly('1');
  fragments.forEach((fragment) => assembly.add(fragment));
  return assembly.finish();
};
const shapes = (...fragments: ToolCallFragment[]) =>
  assembled(...fragments).map(({ name, arguments: given }) => `${name} ${given}`);

describe('fragments of tool calls (faults 4 and 10)', () => {
  it('are joined by their index, however they are mixed', () => {
    const calls = assembled(
      { index: 0, id: 'x', function: { name: 'a', arguments: '' } },
      { index: 1, id: 'y', function: { name: 'b', arguments: '{"n"' } },
      { index: 0, function: { arguments: '{"m":1}' } },
      { index: 1, id: '', function: { name: null, arguments: ':2}' } },
    );
    expect(calls).toEqual([
      { id: 'x', name: 'a', arguments: '{"m":1}' },
      { id: 'y', name: 'b', arguments: '{"n":2}' },
    ]);
  });

  it('without an index are joined by their id, or to the last call', () => {
    expect(
      shapes(
        { id: 'x', function: { name: 'a', arguments: '{"m"' } },
        { function: { arguments: ':1}' } },
        { id: 'y', function: { name: 'a', arguments: '{' } },
        { id: 'y', function: { name: 'a', arguments: '}' } },
      ),
    ).toEqual(['a {"m":1}', 'a {}']);
  });

  it('of parallel calls that all carry index 0 are told apart by id, or by a second name', () => {
    expect(
      shapes(
        { index: 0, id: 'x', function: { name: 'a', arguments: '{"m":1}' } },
        { index: 0, id: 'y', function: { name: 'a', arguments: '{"m":2}' } },
      ),
    ).toEqual(['a {"m":1}', 'a {"m":2}']);
    expect(
      shapes(
        { index: 0, function: { name: 'a', arguments: '{"m":1}' } },
        { index: 0, function: { name: 'a', arguments: '{"m":2}' } },
        { index: 0, function: { name: 'b' } },
      ),
    ).toEqual(['a {"m":1}', 'a {"m":2}', 'b {}']);
  });

  it('may repeat the name with every piece', () => {
    const piece = (text: string) => ({ index: 0, function: { name: 'a', arguments: text } });
    expect(shapes(piece(''), piece('{"m":'), piece('1}'))).toEqual(['a {"m":1}']);
  });

  it.each([[''], [null], [undefined], ['{}'], [' ']])('with arguments %j mean {}', (given) => {
    expect(shapes({ index: 0, id: 'x', function: { name: 'a', arguments: given } })).toEqual([
      'a {}',
    ]);
  });

  it('may carry the arguments as an object', () => {
    expect(shapes({ id: 'x', function: { name: 'a', arguments: { m: [1] } } })).toEqual([
      'a {"m":[1]}',
    ]);
  });

  it('without a name call nothing', () => {
    expect(
      assembled({ index: 0, id: 'x', function: { arguments: '{}' } }, { function: null }, {}),
    ).toEqual([]);
  });

  it('get ids that are unique and the same each time', () => {
    const twice = ['a', 'a'].map((name) => ({ id: 'same', index: undefined, function: { name } }));
    const parts = twice.map((part, index) => ({ ...part, index }));
    const ids = assembled(...parts).map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
    expect(assembled(...parts).map(({ id }) => id)).toEqual(ids);
  });
});
