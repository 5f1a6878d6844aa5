import { isJsonObject } from '../json-text';
import { definitionFindings } from './definition-findings';
import { applied, readLocated } from './json-findings';
import { returnFindings, testsFindings } from './layer-findings';
import { nearName } from './near-name';
import type { JsonFileName } from './published-schemas';
import { schemaFindings } from './schema-findings';
import { SourceText } from './source-text';

const CONTEXT = { id: 'my_tool', maxTimeoutSeconds: 120, isUsable: true };
const GOOD = {
  id: 'my_tool',
  description: 'Counts.',
  parameters: {
    type: 'object',
    properties: { text: { type: 'string', description: 'The text' } },
    required: ['text'],
  },
};

function look(given: object | string, file: JsonFileName = 'definition.json', context = CONTEXT) {
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  const { read } = readLocated(new SourceText(text));
  if (!read) throw new Error(`not JSON: ${text}`);
  const own =
    file === 'return.json'
      ? returnFindings(read, text)
      : file === 'tests.json'
        ? testsFindings(read, { names: ['text'], required: ['text'] })
        : isJsonObject(read.value) && file === 'definition.json'
          ? definitionFindings(read.value, read.root, context)
          : [];
  const found = [...schemaFindings(file, read), ...own];
  return found.map(({ rule, from, to, repair, message }) => ({
    rule,
    at: text.slice(from, to),
    message: message.en,
    after: repair ? applied(text, repair.edits) : null,
  }));
}

describe('definitions', () => {
  it('that are good have no findings', () => {
    expect(look(GOOD)).toEqual([]);
    expect(look({ ...GOOD, $schema: '/schemas/definition.schema.json', owner: 'us' })).toEqual([]);
  });

  it('whose parameters.type is no object are repaired (A-037)', () => {
    const text = '{"id":"my_tool","description":"x","parameters":{"type":"string"}}';
    expect(look(text)).toMatchObject([
      { rule: 'parameters_type', at: '"string"', after: text.replace('string', 'object') },
    ]);
    const none = '{"id":"my_tool","description":"x","parameters":{"properties":{}}}';
    expect(look(none)[0]?.after).toContain('{ "type": "object","properties":{}}');
  });

  it('that require what they do not declare are repaired', () => {
    const text = JSON.stringify(GOOD).replace('["text"]', '["text", "nope"]');
    expect(look(text)).toMatchObject([
      { rule: 'required_unknown', at: '"nope"', after: text.replace(', "nope"', '') },
    ]);
    const slip = JSON.stringify(GOOD).replace('["text"]', '["txet"]');
    expect(look(slip)).toMatchObject([{ at: '"txet"', after: slip.replace('txet', 'text') }]);
    const top = '{"id":"my_tool","description":"x","required":["a"]}';
    expect(look(top)).toMatchObject([{ rule: 'required_unknown', after: top.replace('"a"', '') }]);
  });

  it('without descriptions are told so', () => {
    const bare = { id: 'my_tool', parameters: { type: 'object', properties: { a: {} } } };
    expect(look(bare).map(({ rule, at }) => [rule, at])).toEqual([
      ['missing_description', '"my_tool"'],
      ['missing_description', '"a"'],
    ]);
  });

  it.each([
    ['1abc', 'abc'],
    ['my tool!', 'my_tool'],
    ['Bash', null],
  ])('with the id %s are refused (A-019, A-022)', (id, better) => {
    const [found] = look({ ...GOOD, id });
    expect(found).toMatchObject({ rule: 'id_refused', at: JSON.stringify(id) });
    expect(found?.after ?? null).toBe(better && JSON.stringify({ ...GOOD, id: better }));
  });

  it('without an id get one', () => {
    const [found] = look('{"description": "x"}');
    expect(JSON.parse(found?.after ?? '')).toEqual({ id: 'my_tool', description: 'x' });
    expect(JSON.parse(look('{}')[0]?.after ?? '')).toEqual({ id: 'my_tool' });
  });

  it.each([
    [{ timeout: -1 }, '-1', 'seconds'],
    [{ timeout: 'soon' }, '"soon"', 'seconds'],
    [{ limits: { memory_mb: 1 } }, '1', '>= 32'],
    [{ limits: 5 }, '5', 'object'],
    [{ network: ['10.0.0.1:80'] }, '"10.0.0.1:80"', 'host name'],
    [{ network: true }, 'true', '"none"'],
    [{ secrets: ['lower'] }, '"lower"', 'API_KEY'],
    [{ isolation: 'shared' }, '"shared"', '"fresh", "reuse"'],
    [{ dangerous: 'no' }, '"no"', 'boolean'],
    [{ audience: 'world' }, '"world"', '"admins"'],
    [{ audience: { groups: [] } }, '[]', 'fewer than 1'],
    [{ execution: { type: 'node' } }, '"node"', '"python"'],
    [{ icon: '../x.png' }, '"../x.png"', 'SVG'],
  ])('with %j are told what the schema asks for', (more, at, words) => {
    const found = look({ ...GOOD, ...more });
    expect(found).toMatchObject([{ rule: 'schema', at }]);
    expect(found[0]?.message).toContain(words);
  });

  it('with a slip in a key are repaired', () => {
    expect(look({ ...GOOD, timout: 5 })).toMatchObject([
      { rule: 'unknown_key', at: '"timout"', after: JSON.stringify({ ...GOOD, timeout: 5 }) },
    ]);
    const limits = { ...GOOD, limits: { memory: 64, cpus: 1, disk: 5 } };
    expect(look(limits)).toMatchObject([
      { at: '"memory"', after: JSON.stringify(limits).replace('memory', 'memory_mb') },
      { at: '"disk"', after: JSON.stringify(limits).replace(',"disk":5', '') },
    ]);
  });

  it('whose parameter has a type that does not exist are told where', () => {
    const bad = { type: 'object', properties: { a: { type: 'strng', description: 'x' } } };
    const rules = look({ ...GOOD, parameters: bad }).map(({ rule, at }) => [rule, at]);
    expect(rules).toContainEqual(['schema', '"strng"']);
  });

  it('whose parameters cannot be used for checking are told so', () => {
    const wrong = { type: 'object', properties: { a: { $ref: '#/nowhere', description: 'x' } } };
    const parameters = { ...GOOD, parameters: wrong };
    expect(look(parameters, 'definition.json', { ...CONTEXT, isUsable: false })).toMatchObject([
      { rule: 'parameters_unusable', at: '"parameters"' },
    ]);
  });

  it('that ask for too much time are told what they get (A-036)', () => {
    expect(look({ ...GOOD, timeout: 500 })).toMatchObject([
      { rule: 'timeout_limited', at: '500', after: JSON.stringify({ ...GOOD, timeout: 120 }) },
    ]);
  });
});

describe('return layers and tests', () => {
  it('with an unknown variable are repaired (A-074)', () => {
    const text = '{"template": "结果={outptu}"}';
    expect(look(text, 'return.json')).toMatchObject([
      { rule: 'unknown_variable', at: '{outptu}', after: '{"template": "结果={output}"}' },
    ]);
    expect(look({ template: '{result}' }, 'return.json')).toMatchObject([{ after: null }]);
    expect(look({ template: 'a } b' }, 'return.json')).toMatchObject([
      { rule: 'template_ignored', at: '}', after: '{"template":"a }} b"}' },
    ]);
    expect(look({ template: '{{x}} {output}\n{stderr}' }, 'return.json')).toEqual([]);
  });

  it('with patterns that are none are told so', () => {
    const layer = { redact: ['plain', { pattern: '(' }, { pattern: 'a+', with: '' }] };
    expect(look(layer, 'return.json')).toMatchObject([{ rule: 'bad_pattern', at: '"("' }]);
    const expect_ = { output: { matches: '[' }, message: { equals: 'a', contains: 'b' } };
    const tests = { cases: [{ name: 'n', arguments: { text: '' }, expect: expect_ }] };
    expect(look(tests, 'tests.json').map(({ rule, at }) => [rule, at])).toEqual([
      ['schema', '{"equals":"a","contains":"b"}'],
      ['bad_pattern', '"["'],
    ]);
  });

  it('whose arguments do not fit the parameters are told so', () => {
    const tests = { cases: [{ name: 'n', arguments: { txt: '' }, expect: {} }] };
    expect(look(tests, 'tests.json').map(({ rule, at }) => [rule, at])).toEqual([
      ['test_argument_unknown', '"txt"'],
      ['test_argument_missing', '{'],
    ]);
  });

  it.each([
    [{ truncate: 0 }, '0'],
    [{ truncate: 1.5 }, '1.5'],
    [{ template: 5 }, '5'],
    [{ view: 'pdf' }, '"pdf"'],
    [{ json: { path: 'items' } }, '"items"'],
    [{ redact: [{ text: 'a', pattern: 'b' }] }, '{"text":"a","pattern":"b"}'],
  ])('with %j are told what the schema asks for', (layer, at) => {
    expect(look(layer, 'return.json')).toMatchObject([{ rule: 'schema', at }]);
  });
});

describe('nearName', () => {
  it.each([
    ['tetx', 'text'],
    ['Text', 'text'],
    ['user-name', 'user_name'],
    ['x', null],
    ['nothing', null],
  ])('takes %s for %s', (written, meant) => {
    expect(nearName(written, ['text', 'user_name', 'y'])).toBe(meant);
  });

  it('does not guess between two', () => {
    expect(nearName('itm', ['item', 'itam'])).toBeNull();
  });
});
