import { FILE_NAMES, inSaveOrder, starterArguments, starterText } from './tool-files';

describe('the four files', () => {
  it('are saved with definition.json last, because it may change the id', () => {
    expect(inSaveOrder(FILE_NAMES).at(-1)).toBe('definition.json');
    expect(inSaveOrder(['definition.json', 'execution.py'])).toEqual([
      'execution.py',
      'definition.json',
    ]);
  });

  it('begin as valid JSON', () => {
    for (const name of FILE_NAMES.filter((one) => one.endsWith('.json'))) {
      expect(typeof JSON.parse(starterText(name, 'calc'))).toBe('object');
    }
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
