import type { CustomToolView } from '@contract/tools';
import { addressOf, parameterCount, searchTools, TOOL_ID } from './tool-search';

/** What the search reads of a tool. */
const tool = (part: Partial<CustomToolView>) =>
  ({
    ...{ id: 'calc', directory: 'calc', description: '', category: 'custom' },
    ...{ parameters: {}, invalid: false, ...part },
  }) as CustomToolView;

describe('searchTools', () => {
  const calc = tool({ description: '四则运算 Adds numbers' });
  const echo = tool({ id: 'echo', directory: 'repeat', category: 'Text' });
  const found = (search: string) => searchTools([calc, echo], search).valid.map(({ id }) => id);

  it('wants every word somewhere, whatever the case', () => {
    expect(found(' ADDS calc')).toEqual(['calc']);
    expect(found('运算')).toEqual(['calc']);
    expect(found('text')).toEqual(['echo']);
    expect(found('repeat')).toEqual(['echo']);
    expect(found(' ')).toEqual(['calc', 'echo']);
    expect(found('calc text')).toEqual([]);
  });

  it('keeps broken folders apart', () => {
    const broken = tool({ id: 'b', invalid: true });
    expect(searchTools([calc, broken], '')).toEqual({ valid: [calc], invalid: [broken] });
  });
});

describe('addressOf', () => {
  it('leads to a second folder with the same id by the name of the folder (A-021)', () => {
    const owner = tool({ directory: 'first' });
    const second = tool({ directory: 'second', invalid: true });
    expect(addressOf(owner, [owner, second])).toBe('calc');
    expect(addressOf(second, [owner, second])).toBe('second');
  });
});

describe('a tool', () => {
  it('has as many parameters as properties, none without a schema', () => {
    expect(parameterCount(tool({ parameters: { properties: { a: {}, b: {} } } }))).toBe(2);
    expect(parameterCount(tool({}))).toBe(0);
  });

  it('has an id that starts with a letter (A-019)', () => {
    expect(['a', 'Text_len-2', 'a'.repeat(64)].every((id) => TOOL_ID.test(id))).toBe(true);
    expect(['', '1a', '_a', 'a b', '计算', 'a'.repeat(65)].some((id) => TOOL_ID.test(id))).toBe(
      false,
    );
  });
});
