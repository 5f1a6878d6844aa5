import { readTool } from './read-tool';
import { folderHash, readBytes, type ToolFolder } from './tool-files';

const read = (definition: object | string, others: Record<string, string> = {}) => {
  const text = typeof definition === 'string' ? definition : JSON.stringify(definition);
  const all = { 'definition.json': text, 'execution.py': 'print(1)', ...others } as Record<
    string,
    string
  >;
  const files = Object.fromEntries(
    Object.entries(all).map(([name, content]) => [
      name,
      readBytes(name as 'meta.json', Buffer.from(content)),
    ]),
  ) as ToolFolder['files'];
  return readTool({ directory: 'folder', files, hash: folderHash(files) }, 120);
};
const warnings = (...call: Parameters<typeof read>) =>
  read(...call).warnings.map((text) => text['zh-CN']);

describe('readTool', () => {
  it('needs nothing but an id and a script (A-113)', () => {
    expect(read({ id: 'x' })).toMatchObject({
      id: 'x',
      description: '自定义工具 x',
      category: 'custom',
      icon: null,
      timeoutSeconds: 30,
      isDangerous: true,
      isStrict: true,
      schema: { type: 'object', properties: {}, required: [] },
      defect: null,
      warnings: [],
    });
  });

  it('falls back to the folder name with a warning (A-018)', () => {
    expect(read({}).id).toBe('folder');
    expect(warnings({})).toEqual(['definition.json 未填写 id，已使用文件夹名称']);
  });

  it.each([
    [{ parameters: { required: [] }, required: ['a'] }, []],
    [{ parameters: {}, required: ['a'] }, ['a']],
    [{ parameters: { required: ['b'] }, required: ['a'] }, ['b']],
    [{}, []],
  ])('takes the right list of required names from %j (A-031)', (definition, required) => {
    const properties = { a: {}, b: {} };
    const parameters = { ...(definition as { parameters?: object }).parameters, properties };
    expect(read({ id: 'x', ...definition, parameters }).parameters.required).toEqual(required);
  });

  it('warns of required names nobody declared', () => {
    expect(warnings({ id: 'x', required: ['q'] })).toEqual([
      'required 中的 q 未在 properties 中声明',
    ]);
  });

  it('cures bad_schema (A-037)', () => {
    const tool = read({ id: 'x', parameters: { type: 'string' } });
    expect(tool.schema).toEqual({ type: 'object', properties: {}, required: [] });
    expect(tool.warnings[0]?.['zh-CN']).toBe('parameters.type 必须为 "object"');
    expect(tool.defect).toBeNull();
  });

  it.each([
    [10, 10],
    [1.2, 2],
    ['15', 15],
    [0, 30],
    [-1, 30],
    ['abc', 30],
    [true, 30],
    [999, 120],
    [null, 30],
  ])('uses a timeout of %j as %i seconds (A-036)', (timeout, seconds) => {
    expect(read({ id: 'x', timeout }).timeoutSeconds).toBe(seconds);
  });

  it.each([
    [{ truncate: 3 }, { truncate: 3, template: null }],
    [{ truncate: true }, { truncate: null, template: null }],
    [{ truncate: '3' }, { truncate: null, template: null }],
    [{ truncate: 0 }, { truncate: null, template: null }],
    [{ truncate: 1.5 }, { truncate: null, template: null }],
    [{ template: '  ' }, { truncate: null, template: null }],
    [{ template: '{output}' }, { truncate: null, template: '{output}' }],
    [{ json: true }, { jsonPath: '' }],
    [{ json: { path: '/items/0' } }, { jsonPath: '/items/0' }],
    [{ json: { path: 'items' } }, { jsonPath: null }],
    [{ view: 'table' }, { view: 'table' }],
    [{ view: 'film' }, { view: 'text' }],
  ])('reads the return layer %j (A-071, A-077)', (layer, expected) => {
    const { returnLayer } = read({ id: 'x' }, { 'return.json': JSON.stringify(layer) });
    expect(returnLayer).toMatchObject(expected);
  });

  it('reports broken optional layers and goes on (A-011)', () => {
    const tool = read({ id: 'x' }, { 'return.json': '{', 'meta.json': '[]' });
    expect(tool.defect).toBeNull();
    expect(tool.warnings).toHaveLength(2);
  });

  it('takes the icon of meta.json when the definition has none, and only names of SVG files (A-035, A-081)', () => {
    expect(read({ id: 'x' }, { 'meta.json': '{"icon": "bot.svg"}' }).icon).toBe('bot.svg');
    expect(read({ id: 'x', icon: '../x.svg' })).toMatchObject({ icon: null });
    expect(warnings({ id: 'x', icon: '../x.svg' })).toHaveLength(1);
  });

  it('shows the model descriptions and enums as they are (A-033)', () => {
    const properties = { op: { type: 'string', enum: ['+'], description: 'd' } };
    expect(
      read({ id: 'x', parameters: { properties, additionalProperties: false } }).schema,
    ).toEqual({
      type: 'object',
      properties,
      additionalProperties: false,
      required: [],
    });
  });

  it.each([
    ['{"id": "x",}', 'json'],
    ['[]', 'json'],
    ['{"id": "1x"}', 'id'],
    ['{"id": "Read"}', 'id'],
    ['{"id": "x", "execution": {"type": "node"}}', 'execution_type'],
  ])('does not offer %s (A-003, A-009, A-010, A-020, A-022)', (definition, kind) => {
    expect(read(definition).defect?.kind).toBe(kind);
  });

  it('does not offer files that are too large or not UTF-8 (A-008, A-039)', () => {
    expect(read({ id: 'x' }, { 'execution.py': '#'.repeat(1024 * 1024 + 1) }).defect?.kind).toBe(
      'unreadable',
    );
    expect(readBytes('execution.py', Buffer.from([0xff])).problem).toBe('not_utf8');
    expect(readBytes('execution.py', Buffer.from('\ufeffx')).text).toBe('x');
  });

  it('lets the author call a tool harmless (D-005)', () => {
    expect(read({ id: 'x', dangerous: false }).isDangerous).toBe(false);
  });
});
