import { entriesFrom, fieldsOf, writeArguments } from './tool-form';

const SCHEMA = {
  type: 'object',
  properties: {
    name: { type: 'string', description: 'Who' },
    count: { type: 'integer' },
    ratio: { type: ['number', 'null'] },
    unit: { enum: ['cm', 'm'], default: 'm' },
    tags: { type: 'array' },
  },
  required: ['count'],
};

const typed = (text: string) => ({ text, isNull: false });

describe('fieldsOf', () => {
  it('tells kinds, required ones, nullable ones, help and choices from the schema', () => {
    const [name, count, ratio, unit, tags] = fieldsOf(SCHEMA);
    expect(name).toMatchObject({ kind: 'text', help: 'Who', isRequired: false });
    expect(count).toMatchObject({ kind: 'integer', isRequired: true, isNullable: false });
    expect(ratio).toMatchObject({ kind: 'number', isNullable: true });
    expect(unit).toMatchObject({ kind: 'choice', defaultSource: '"m"' });
    expect(unit?.choices).toEqual([
      { source: '"cm"', label: 'cm' },
      { source: '"m"', label: 'm' },
    ]);
    expect(tags?.kind).toBe('json');
  });

  it('has nothing to show for a tool without parameters', () => {
    expect(fieldsOf({})).toEqual([]);
    expect(writeArguments([], {}).json).toBe('{}');
  });
});

describe('the arguments', () => {
  const fields = fieldsOf(SCHEMA);

  it('begin with the defaults', () => {
    expect(entriesFrom(fields, '{}').unit).toEqual(typed('"m"'));
  });

  it('keep every digit of a long number, from JSON to the form and back', () => {
    const json = '{"count": 12345678901234567890123, "ratio": 0.12345678901234567890, "unit": "m"}';
    expect(writeArguments(fields, entriesFrom(fields, json))).toEqual({ json, problems: {} });
  });

  it.each([
    ['+5', '5'],
    ['007', '7'],
    ['.5', '0.5'],
    ['-.5', '-0.5'],
    ['5.', '5'],
    ['1e400', '1e400'],
  ])('write %s as the JSON number %s', (text, source) => {
    const { json } = writeArguments(fields, { count: typed('1'), ratio: typed(text) });
    expect(json).toBe(`{"count": 1, "ratio": ${source}}`);
  });

  it('name what is wrong with each field and leave it out', () => {
    const entries = { count: typed(''), ratio: typed('a'), tags: typed('[1,') };
    expect(writeArguments(fields, entries)).toEqual({
      json: '{}',
      problems: { count: 'required', ratio: 'number', tags: 'json' },
    });
    expect(writeArguments(fields, { count: typed('1.5') }).problems).toEqual({ count: 'integer' });
  });

  it('write null where null was chosen', () => {
    const entries = { count: typed('1'), ratio: { text: '', isNull: true } };
    expect(writeArguments(fields, entries).json).toBe('{"count": 1, "ratio": null}');
  });
});
