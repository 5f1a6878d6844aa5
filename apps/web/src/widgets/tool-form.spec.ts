import type { JsonSchema } from '@contract/tools';
import {
  entriesFrom,
  type FieldEntry,
  fieldsOf,
  isOddSource,
  listFromNumbered,
  numberedFromList,
  numberedSchema,
  writeArguments,
} from './tool-form';

const schemaOf = (properties: Record<string, JsonSchema>, required: string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required,
});

const typed = (texts: Record<string, string>): Record<string, FieldEntry> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, { text, isNull: false }]));

function write(schema: JsonSchema, texts: Record<string, string>) {
  return writeArguments(fieldsOf(schema), typed(texts));
}

describe('the fields of a form', () => {
  it('follow the schema: kind, choices, help, required, nullable', () => {
    const fields = fieldsOf(
      schemaOf(
        {
          text: { type: 'string', description: 'some text' },
          count: { type: ['integer', 'null'] },
          rate: { anyOf: [{ type: 'number' }, { type: 'null' }], default: 0.5 },
          op: { enum: ['+', 2, null] },
          flag: { type: 'boolean' },
          list: { type: 'array' },
          anything: {},
        },
        ['text'],
      ),
    );
    const kinds = fields.map(({ name, kind, isNullable }) => [name, kind, isNullable]);
    expect(kinds).toEqual([
      ['text', 'text', false],
      ['count', 'integer', true],
      ['rate', 'number', true],
      ['op', 'choice', true],
      ['flag', 'boolean', false],
      ['list', 'json', false],
      ['anything', 'json', false],
    ]);
    expect(fields[0]).toMatchObject({ isRequired: true, help: 'some text' });
    expect(fields[2]?.defaultSource).toBe('0.5');
    expect(fields[3]?.choices).toEqual([
      { source: '"+"', label: '+' },
      { source: '2', label: '2' },
    ]);
  });

  it('survive a schema that says nothing or nonsense', () => {
    expect(fieldsOf({})).toEqual([]);
    expect(fieldsOf({ properties: 3, required: 'x' })).toEqual([]);
    expect(fieldsOf({ properties: { a: 'nonsense' } })).toMatchObject([
      { name: 'a', kind: 'json' },
    ]);
  });
});

describe('what a form writes', () => {
  const numbers = schemaOf({ n: { type: 'number' }, i: { type: 'integer' } });

  it('keeps every digit of what was typed', () => {
    expect(write(numbers, { n: '0.1234567890123456789', i: '12345678901234567890' }).json).toBe(
      '{"n": 0.1234567890123456789, "i": 12345678901234567890}',
    );
  });

  it('makes JSON of numbers as people write them', () => {
    for (const [text, source] of Object.entries({
      ...{ '+5': '5', '007': '7', '.5': '0.5', '5.': '5', '-0.50': '-0.50', ' 1e3 ': '1e3' },
      ...{ '-.5E+2': '-0.5E+2', '00': '0' },
    })) {
      const { json, problems } = write(numbers, { n: text });
      expect([json, problems]).toEqual([`{"n": ${source}}`, {}]);
      expect(() => JSON.parse(json) as unknown).not.toThrow();
    }
  });

  it('names what is wrong and leaves it out', () => {
    const schema = schemaOf(
      {
        n: { type: 'number' },
        i: { type: 'integer' },
        j: { type: 'array' },
        r: { type: 'number' },
      },
      ['r'],
    );
    expect(write(schema, { n: '1,5', i: '1.5', j: '[1', r: '' })).toEqual({
      json: '{}',
      problems: { n: 'number', i: 'integer', j: 'json', r: 'required' },
    });
  });

  it('leaves out an empty optional field, but sends an empty required text', () => {
    const schema = schemaOf({ a: { type: 'string' }, b: { type: 'string' } }, ['a']);
    expect(write(schema, { a: '', b: '' })).toEqual({ json: '{"a": ""}', problems: {} });
  });

  it('sends null where it is allowed and wanted', () => {
    const fields = fieldsOf(schemaOf({ a: { type: ['string', 'null'] } }, ['a']));
    expect(writeArguments(fields, { a: { text: '', isNull: true } }).json).toBe('{"a": null}');
  });

  it('escapes whatever is typed into a text or a name', () => {
    const schema = schemaOf({ 'a"b': { type: 'string' } });
    const value = '"\\\n\u2028😀{}';
    expect(JSON.parse(write(schema, { 'a"b': value }).json)).toEqual({ 'a"b': value });
  });
});

describe('a form for arguments that exist', () => {
  it('shows them as they are written and writes them back unchanged', () => {
    const fields = fieldsOf(
      schemaOf({
        text: { type: 'string' },
        n: { type: 'integer' },
        op: { enum: ['+', '-'] },
        list: { type: 'array' },
        none: { type: ['number', 'null'] },
      }),
    );
    const json =
      '{"text": "a\\"b", "n": 12345678901234567890, "op": "-", "list": [1, 2.0], "none": null}';
    expect(writeArguments(fields, entriesFrom(fields, json))).toEqual({ json, problems: {} });
  });

  it('begins with the defaults when there are none', () => {
    const fields = fieldsOf(
      schemaOf({ n: { type: 'number', default: 5 }, flag: { type: 'boolean' } }, ['flag']),
    );
    expect(writeArguments(fields, entriesFrom(fields, '{}')).json).toBe('{"n": 5, "flag": false}');
    expect(writeArguments(fields, entriesFrom(fields, 'broken')).json).toBe(
      '{"n": 5, "flag": false}',
    );
  });
});

describe('a default of null', () => {
  it('means not given where the schema allows no null', () => {
    const fields = fieldsOf(schemaOf({ note: { type: 'string', default: null } }));
    expect(entriesFrom(fields, '{}')).toEqual({ note: { text: '', isNull: false } });
  });

  it('is null where the schema allows it', () => {
    const fields = fieldsOf(schemaOf({ note: { type: ['string', 'null'], default: null } }));
    expect(entriesFrom(fields, '{}')).toEqual({ note: { text: '', isNull: true } });
  });
});

describe('objects and lists inside a form', () => {
  const schema = schemaOf(
    {
      place: { type: 'object', properties: { city: { type: 'string' } } },
      tags: { type: 'array', items: { enum: ['a', 'b'] } },
      rows: { type: ['array', 'null'], items: { type: 'object', properties: { n: {} } } },
      open: { type: 'object' },
      deep: { type: 'array', items: { type: 'array' } },
    },
    ['place', 'tags'],
  );
  const fields = fieldsOf(schema);

  it('are forms of their own where the schema names what is inside, else JSON', () => {
    expect(fields.map(({ kind }) => kind)).toEqual(['object', 'list', 'list', 'json', 'json']);
    expect(fields[1]?.inner).toEqual({ enum: ['a', 'b'] });
    expect(fields[2]?.isNullable).toBe(true);
  });

  it('start empty where they are required and are left out where not', () => {
    expect(writeArguments(fields, entriesFrom(fields, '{}')).json).toBe(
      '{"place": {}, "tags": []}',
    );
  });

  it('keep the whole form from being sent while something inside is wrong', () => {
    const entries = entriesFrom(fields, '{"place": {"city": "x"}}');
    entries.place!.isBroken = true;
    expect(writeArguments(fields, entries).problems).toEqual({ place: 'inside' });
  });

  it('of a list are numbered, and come back as they were', () => {
    const sources = ['1.0', '{"a": [1]}', '"x"'];
    const json = numberedFromList(sources);
    expect(json).toBe('{"1": 1.0, "2": {"a": [1]}, "3": "x"}');
    expect(listFromNumbered(json)).toBe('[1.0, {"a": [1]}, "x"]');
    expect(fieldsOf(numberedSchema({ type: 'number' }, 2))).toMatchObject([
      { name: '1', kind: 'number', isRequired: true },
      { name: '2', kind: 'number', isRequired: true },
    ]);
  });

  it('are shown as they are when they do not fit the schema', () => {
    expect(isOddSource(fields[0]!, '5')).toBe(true);
    expect(isOddSource(fields[0]!, '{"a": 1}')).toBe(false);
    expect(isOddSource(fields[1]!, '{}')).toBe(true);
    expect(isOddSource(fields[1]!, '')).toBe(false);
  });
});
