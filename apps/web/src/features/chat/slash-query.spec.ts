import { matchingTools, paletteQuery, slashCallIn } from './slash-query';

describe('paletteQuery', () => {
  it('looks for a tool only while its name is being typed', () => {
    expect(paletteQuery('/')).toBe('');
    expect(paletteQuery('/cal')).toBe('cal');
    expect(paletteQuery('/calc {')).toBeNull();
    expect(paletteQuery('a/b')).toBeNull();
  });
});

describe('slashCallIn', () => {
  it('takes the whole rest as arguments and leaves long numbers as they were typed', () => {
    const rest = '{"a": 12345678901234567890,\n "b": "/x"}';
    expect(slashCallIn(`/calc ${rest}`, ['calc'])).toEqual({ tool: 'calc', arguments: rest });
  });

  it('calls without arguments when only the name was typed', () => {
    expect(slashCallIn('/calc ', ['calc'])).toEqual({ tool: 'calc', arguments: '' });
  });

  it('takes an unknown name for an ordinary question', () => {
    expect(slashCallIn('/etc is a folder', ['calc'])).toBeNull();
  });
});

describe('matchingTools', () => {
  it('puts names that begin with the query first, then names, then descriptions', () => {
    const tools = [
      { name: 'other', description: 'Finds a File' },
      { name: 'read_file', description: '' },
      { name: 'file_list', description: '' },
      { name: 'calc', description: '' },
    ];
    const names = matchingTools(tools, 'FILE').map(({ name }) => name);
    expect(names).toEqual(['file_list', 'read_file', 'other']);
  });
});
