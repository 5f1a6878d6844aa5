import {
  changedFiles,
  FILE_NAMES,
  parameterNames,
  readDefinition,
  starterArguments,
  starterFiles,
  starterText,
} from './file-texts';

describe('the five files', () => {
  it('begin as valid JSON', () => {
    for (const name of FILE_NAMES.filter((one) => one.endsWith('.json'))) {
      expect(typeof JSON.parse(starterText(name, 'calc'))).toBe('object');
    }
    expect(readDefinition(starterFiles('calc', 'adds'))).toMatchObject({
      id: 'calc',
      description: 'adds',
    });
  });

  it('are told apart: changed, created, removed', () => {
    const saved = { 'definition.json': '{}', 'execution.py': 'a', 'meta.json': '{}' };
    expect(changedFiles(saved, saved)).toEqual([]);
    expect(
      changedFiles({ 'definition.json': '{}', 'execution.py': 'b', 'tests.json': '' }, saved),
    ).toEqual(['execution.py', 'tests.json', 'meta.json']);
  });

  it('name the parameters, and none while the definition cannot be read', () => {
    expect(parameterNames({ properties: { a: {}, b: {} } })).toEqual(['a', 'b']);
    for (const schema of [undefined, {}, { properties: null }, { properties: 3 }])
      expect(parameterNames(schema)).toEqual([]);
    for (const text of [undefined, '{', '[]', 'null'])
      expect(readDefinition({ 'definition.json': text })).toBeNull();
  });
});

describe('starterArguments', () => {
  it('fills what is required and what has a default', () => {
    const schema = {
      properties: {
        a: { type: 'number' },
        op: { enum: ['+', '-'] },
        n: { type: 'integer', default: 3 },
        note: { type: 'string' },
      },
      required: ['a', 'op'],
    };
    expect(starterArguments(schema)).toEqual({ a: 0, op: '+', n: 3 });
    expect(starterArguments({})).toEqual({});
  });
});
