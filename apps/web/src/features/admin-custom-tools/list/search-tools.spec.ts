import type { WorkshopTool } from '@contract/workshop';
import { missingSecrets, searchTools, testsOf, TOOL_ID } from './search-tools';

const tool = (id: string, part: Partial<WorkshopTool['tool']> = {}, rest = {}) =>
  ({
    id,
    tool: { directory: id, description: '', category: 'custom', invalid: false, ...part },
    ...{ published: { number: 1, tests: null }, draft: null, state: { isPaused: false } },
    ...{ secrets: [], ...rest },
  }) as unknown as WorkshopTool;

describe('the list of tools', () => {
  const calc = tool('calc', { description: '四则运算 Adds numbers' });
  const echo = tool('echo', { directory: 'repeat', category: 'Text' });
  const found = (search: string) => searchTools([calc, echo], search).tools.map(({ id }) => id);

  it('wants every word somewhere, whatever the case', () => {
    expect(found(' ADDS calc')).toEqual(['calc']);
    expect(found('运算')).toEqual(['calc']);
    expect(found('text')).toEqual(['echo']);
    expect(found('repeat')).toEqual(['echo']);
    expect(found(' ')).toEqual(['calc', 'echo']);
    expect(found('calc text')).toEqual([]);
  });

  it('keeps broken folders apart, but not drafts that are being written', () => {
    const broken = tool('b', { invalid: true });
    const begun = tool('c', { invalid: true }, { published: null, draft: { number: 1 } });
    expect(searchTools([calc, broken, begun], '')).toEqual({
      invalid: [broken],
      tools: [calc, begun],
    });
  });

  it('shows the newest test result and what a tool still lacks', () => {
    const summary = { passed: 1, failed: 0, at: '' };
    expect(testsOf(tool('a', {}, { draft: { tests: summary } }))).toBe(summary);
    expect(testsOf(tool('a', {}, { draft: { tests: null } }))).toBeNull();
    const secrets = [
      { name: 'KEY', isNamed: true, hasValue: false },
      { name: 'OLD', isNamed: false, hasValue: true },
    ];
    expect(missingSecrets(tool('a', {}, { secrets }))).toEqual(['KEY']);
  });
});

describe('TOOL_ID', () => {
  it('starts with a letter and stays short', () => {
    for (const id of ['a', 'calc_2', 'A-b']) expect(id).toMatch(TOOL_ID);
    for (const id of ['', '1a', 'a b', '工具', 'a'.repeat(65)]) expect(id).not.toMatch(TOOL_ID);
  });
});
