import { isJsonObject, matchingTools, paletteQuery, slashCallIn } from './slash-query';

describe('a slash at the beginning', () => {
  it('opens the tools while a name is typed, and only then', () => {
    const queries = ['/', '/ca', '/text_len', '/calc ', 'a/b', ' /', '/a/b'].map(paletteQuery);
    expect(queries).toEqual(['', 'ca', 'text_len', null, null, null, null]);
  });

  it('calls a tool the person has, with the arguments exactly as typed', () => {
    const calc = { name: 'calc' };
    const text = '/calc {"a": 12345678901234567890,\n "op":"+"}  ';
    const json = '{"a": 12345678901234567890,\n "op":"+"}';
    expect(slashCallIn(text, [calc])).toEqual({ tool: calc, arguments: json });
    expect(slashCallIn('/calc', [calc])).toEqual({ tool: calc, arguments: '' });
  });

  it('is an ordinary question when there is no such tool (A-023)', () => {
    expect(slashCallIn('/calc {}', [])).toBeNull();
    expect(slashCallIn('/etc/hosts?', [{ name: 'etc' }])).toBeNull();
  });

  it('wants an object behind the name', () => {
    expect(['{}', '{"a":1}', '[]', 'null', '1', '{a:1}', ''].map(isJsonObject)).toEqual([
      ...[true, true, false, false, false, false, false],
    ]);
  });

  it('finds tools by the beginning of the name, then inside it, then by what they do', () => {
    const tools = [
      { name: 'greet', description: 'says hello to a calculator' },
      { name: 'recalc', description: '' },
      { name: 'calc', description: '' },
      { name: 'echo', description: '' },
    ];
    const found = matchingTools(tools, 'CALC').map(({ name }) => name);
    expect(found).toEqual(['calc', 'recalc', 'greet']);
    expect(matchingTools(tools, '')).toEqual(tools);
  });
});
