import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { CustomToolResult, CustomToolSaved, CustomToolView } from '@/contract/tools';
import { AuditService } from '@/people/audit/audit.service';
import type { Visitor } from '../../support/visitor';
import { WholeServer } from '../../support/whole-server';

const TOOLS = '/api/admin/custom-tools';
const GUIDE_BODY = {
  id: 'my_tool',
  description: '我的第一个工具',
  parameters: { type: 'object', properties: {}, required: [] },
  required: [],
  category: 'custom',
  icon: 'brain.svg',
  timeout: 30,
  execution_code: "print('hello')",
  return: { truncate: 1000, template: '{output}' },
  meta: { notes: '示例' },
};

interface Answer<T> {
  status: number;
  body: { success: boolean; data: T; error?: string; code?: string };
}

describe('the REST interface of custom tools (A.10)', () => {
  let server: WholeServer;
  let admin: Visitor;
  let root: string;

  beforeAll(async () => {
    server = await WholeServer.start({ CUSTOM_TOOL_DIR: '' });
    root = path.join(server.dataDir, 'custom_tools');
    admin = await server.admin();
  });
  afterAll(() => server.close());

  const ask = async <T>(
    method: string,
    place = '',
    body?: unknown,
    who = admin,
  ): Promise<Answer<T>> => {
    const response = await who.request(method, TOOLS + place, body);
    return { status: response.status, body: (await response.json()) as Answer<T>['body'] };
  };
  const view = async (directory: string) =>
    (await ask<CustomToolView[]>('GET')).body.data.find((tool) => tool.directory === directory);
  const put = (directory: string, files: Record<string, string | Buffer>) => {
    mkdirSync(path.join(root, directory), { recursive: true });
    for (const [name, content] of Object.entries(files))
      writeFileSync(path.join(root, directory, name), content);
  };
  const file = (directory: string, name: string) =>
    readFileSync(path.join(root, directory, name), 'utf8');
  const run = async (id: string, given: object) =>
    (await ask<CustomToolResult>('POST', `/${id}/run`, { arguments: given })).body.data;

  it('starts with the shipped examples, in the order of their folders (A-013, A-099 to A-102)', async () => {
    const { status, body } = await ask<CustomToolView[]>('GET');
    expect(status).toBe(200);
    expect(body.success).toBe(true);
    expect(body.data.map(({ id }) => id)).toEqual(['calc', 'echo', 'greet', 'text_len']);
    expect(
      body.data.flatMap(({ warnings, invalid }) => [...warnings, invalid].filter(Boolean)),
    ).toEqual([]);
    expect(body.data.every(({ icon }) => existsSync(`static/icons/${icon}`))).toBe(true);
    expect(body.data[0]?.execution).toMatchObject({
      type: 'python',
      timeout: 15,
      file: 'execution.py',
    });
  });

  it('lets in nobody but administrators (A-026, A-085)', async () => {
    const colleague = await server.user();
    const doors = [
      ['GET', ''],
      ['POST', ''],
      ['DELETE', '?id=calc'],
      ['GET', '/calc'],
      ['GET', '/file?id=calc&name=execution.py'],
      ['POST', '/file'],
      ['POST', '/reload'],
      ['POST', '/calc/run'],
    ] as const;
    for (const [method, place] of doors) {
      const body = method === 'POST' ? {} : undefined;
      expect(await ask(method, place, body, server.visitor())).toMatchObject({
        status: 401,
        body: { success: false },
      });
      expect(await ask(method, place, body, colleague)).toMatchObject({
        status: 403,
        body: { success: false },
      });
    }
    expect(await colleague.get<{ items: { name: string }[] }>('/api/tools')).toEqual({ items: [] });
    expect(existsSync(path.join(root, 'calc'))).toBe(true);
  });

  it('takes the body of the guide, says created, and the tool prints hello (A-083)', async () => {
    const saved = await ask<CustomToolSaved>('POST', '', GUIDE_BODY);
    expect(saved.status).toBe(201);
    expect(saved.body.data).toMatchObject({
      id: 'my_tool',
      result: 'created',
      tool: { invalid: false, timeout: 30 },
    });
    expect(await run('my_tool', {})).toMatchObject({
      success: true,
      status: 'completed',
      output: 'hello\n',
      message: 'hello',
      code_rendered: "print('hello')",
      custom_tool: true,
    });
  });

  it('keeps what a later body does not name, clears what it sets to null, keeps unknown keys (A-038, A-083)', async () => {
    const definition = JSON.parse(file('my_tool', 'definition.json')) as object;
    put('my_tool', {
      'definition.json': JSON.stringify({ ...definition, owner: 'team', network: false }),
    });
    const kept = await ask<CustomToolSaved>('POST', '', { id: 'my_tool', timeout: 5 });
    expect(kept.status).toBe(200);
    expect(kept.body.data.tool).toMatchObject({
      description: '我的第一个工具',
      execution_code: "print('hello')",
      timeout: 5,
    });
    expect(JSON.parse(file('my_tool', 'definition.json'))).toMatchObject({
      owner: 'team',
      network: false,
    });
    const cleared = await ask<CustomToolSaved>('POST', '', {
      id: 'my_tool',
      description: null,
      return: {},
      meta: null,
    });
    expect(cleared.body.data.tool).toMatchObject({
      description: '自定义工具 my_tool',
      return: null,
      meta: null,
    });
    expect(cleared.body.data.tool.files).toEqual(['definition.json', 'execution.py']);
  });

  it('takes the names other products use (A-083)', async () => {
    const body = {
      id: 'alias',
      execution: { type: 'python', code_template: 'print(2)' },
      return_config: { truncate: 9 },
      notes: 'n',
    };
    const { body: answer } = await ask<CustomToolSaved>('POST', '', body);
    expect(answer.data.tool).toMatchObject({
      execution_code: 'print(2)',
      return: { truncate: 9 },
      meta: { notes: 'n' },
    });
    const node = await ask('POST', '', { id: 'node_tool', execution: { type: 'node' } });
    expect(node).toMatchObject({ status: 400, body: { error: '当前仅支持 python 执行类型' } });
  });

  it.each([
    ['', 'id 必填'],
    ['1abc', '工具 ID 不合法：需以字母开头，可包含字母、数字、下划线、短横线'],
    ['../x', '工具 ID 不合法：需以字母开头，可包含字母、数字、下划线、短横线'],
    ['a'.repeat(65), '工具 ID 不合法：需以字母开头，可包含字母、数字、下划线、短横线'],
    ['read', '工具 ID read 为内置工具保留，请换一个名称'],
    ['Bash', '工具 ID Bash 为内置工具保留，请换一个名称'],
    ['mcp_x', '工具 ID mcp_x 为内置工具保留，请换一个名称'],
  ])('refuses to save the id %j (A-019, A-022)', async (id, error) => {
    expect(await ask('POST', '', { id, execution_code: 'print(1)' })).toMatchObject({
      status: 400,
      body: { success: false, error },
    });
  });

  it('refuses an id that differs only by case (A-019), and files that are too large (A-039)', async () => {
    expect(await ask('POST', '', { id: 'CALC' })).toMatchObject({ status: 409 });
    const large = { id: 'large', execution_code: '#'.repeat(1024 * 1024 + 1) };
    expect(await ask('POST', '', large)).toMatchObject({
      status: 400,
      body: { error: 'execution.py 超过 1024 KiB' },
    });
    expect(existsSync(path.join(root, 'large'))).toBe(false);
  });

  it('keeps every digit of a number in the run panel (A-051)', async () => {
    const response = await fetch(`${server.url}${TOOLS}/calc/run`, {
      method: 'POST',
      headers: { cookie: admin.cookie, 'content-type': 'application/json' },
      body: '{"arguments": {"a": 123456789012345678901234567890, "op": "+", "b": 1}}',
    });
    expect(response.status).toBe(200);
    const { data } = (await response.json()) as { data: CustomToolResult };
    expect(data.message).toBe('[calc] 结果: 123456789012345678901234567891');
  });

  it('answers 200 whatever the script did and 404 for an unknown id (A-025)', async () => {
    expect(await ask('POST', '/calc/run', { arguments: { a: 1, op: '/', b: 0 } })).toMatchObject({
      status: 200,
      body: { success: true, data: { success: false, status: 'error', return_code: 1 } },
    });
    expect(await ask('POST', '/calc/run', {})).toMatchObject({
      status: 200,
      body: { data: { success: false, error: "缺少必填参数: 'a'", missing: 'a' } },
    });
    expect(await ask('POST', '/nothing/run', { arguments: {} })).toMatchObject({
      status: 404,
      body: { success: false },
    });
    expect(await ask('GET', '/nothing')).toMatchObject({ status: 404, body: { success: false } });
  });

  it('speaks the language that was asked for', async () => {
    const english = server.visitor('en');
    english.cookie = admin.cookie;
    const { body } = await ask<CustomToolResult>(
      'POST',
      '/calc/run',
      { arguments: { a: 1, op: '+' } },
      english,
    );
    expect(body.data.error).toBe("Missing required parameter: 'b'");
  });

  it('sees what was written on the disk without a restart, and tells what is wrong with it (A-009, A-012, A-105)', async () => {
    put('broken', { 'definition.json': '{\n  "id": "broken",\n}', 'execution.py': 'print(1)' });
    put('half', { 'definition.json': '{"id": "half"}' });
    put('latin', {
      'definition.json': Buffer.from('{"id":"latin","description":"\xe9"}', 'latin1'),
      'execution.py': 'print(1)',
    });
    put('bom', { 'definition.json': '\ufeff{"id": "bom"}', 'execution.py': "\ufeffprint('ok')" });
    put('twin', { 'definition.json': '{"id": "calc"}', 'execution.py': 'print(1)' });
    put('list', { 'definition.json': '[]', 'execution.py': 'print(1)' });

    expect(await view('broken')).toMatchObject({
      invalid: true,
      error_position: { line: 3, column: 1 },
    });
    const failed = (await view('broken'))?.checks
      .filter(({ passed }) => !passed)
      .map(({ id }) => id);
    expect(failed).toEqual(['json']);
    expect(await view('half')).toMatchObject({
      invalid: true,
      validation_error: '缺少 execution.py',
    });
    expect(await view('latin')).toMatchObject({
      invalid: true,
      validation_error: 'definition.json 不是 UTF-8 编码',
    });
    expect(await view('list')).toMatchObject({ invalid: true });
    expect((await view('twin'))?.validation_error).toContain('duplicate id');
    expect(await run('bom', {})).toMatchObject({ output: 'ok\n' });

    const offered = await admin.get<{ items: { name: string }[] }>('/api/tools');
    const names = offered.items.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['bom', 'calc']));
    expect(names).not.toEqual(expect.arrayContaining(['broken']));
    for (const name of ['broken', 'half', 'latin', 'list'])
      rmSync(path.join(root, name), { recursive: true });
  });

  it('saves one file if it is still the one that was opened, and loses nothing otherwise (A-086)', async () => {
    const opened = await admin.request('GET', `${TOOLS}/file?id=echo&name=execution.py`);
    const hash = opened.headers.get('etag') ?? '';
    expect(opened.headers.get('content-type')).toContain('text/plain');
    expect(await opened.text()).toBe("print('{text}')\n");
    const mine = { id: 'echo', name: 'execution.py', content: "print('a{text}')", hash };
    const saved = await ask<{ hash: string }>('POST', '/file', mine);
    expect(saved.status).toBe(200);
    const late = await ask('POST', '/file', { ...mine, content: 'print(0)' });
    expect(late).toMatchObject({ status: 409, body: { code: 'custom_tool_file_changed' } });
    expect(late.body.error).toContain('execution.py');
    expect(file('echo', 'execution.py')).toBe("print('a{text}')");
    expect(
      (
        await ask('POST', '/file', {
          ...mine,
          content: "print('{text}')\n",
          hash: saved.body.data.hash,
        })
      ).status,
    ).toBe(200);
    expect(
      (await ask('POST', '/file', { id: 'echo', name: 'meta.json', content: '{}', hash: '' }))
        .status,
    ).toBe(200);
    expect(
      (await ask('POST', '/file', { id: 'echo', name: 'meta.json', content: '{"a":1}', hash: '' }))
        .status,
    ).toBe(409);
  });

  it('refuses broken JSON with its position, and every other file name (A-086)', async () => {
    const broken = await ask('POST', '/file', {
      id: 'echo',
      name: 'definition.json',
      content: '{"id": "echo",}',
    });
    expect(broken).toMatchObject({ status: 400, body: { code: 'json_invalid' } });
    expect(broken.body.error).toContain('第 1 行第 15 列');
    for (const name of [
      '../../secret',
      'definition.json/../x',
      'notes.txt',
      '%2e%2e/x',
      'DEFINITION.JSON',
      '',
    ]) {
      expect((await ask('GET', `/file?id=echo&name=${encodeURIComponent(name)}`)).status).toBe(400);
      expect((await ask('POST', '/file', { id: 'echo', name, content: 'x' })).status).toBe(400);
    }
  });

  it('repairs a broken definition through the file endpoint', async () => {
    put('repair', { 'definition.json': '{"id": "repair",}', 'execution.py': 'print(1)' });
    const fixed = { id: 'repair', name: 'definition.json', content: '{"id": "repair"}' };
    expect(await ask('POST', '/file', fixed)).toMatchObject({
      status: 200,
      body: { data: { tool: { invalid: false } } },
    });
  });

  it.each([
    '..',
    '.',
    '/',
    '../custom_tools',
    '/etc',
    '%2e%2e',
    'calc/../echo',
    'calc\\',
    'calc\0',
    'calc ',
    'ｃａｌｃ',
    '.staging',
  ])('deletes nothing for the id %j (A-084, S-35)', async (id) => {
    const { status, body } = await ask('DELETE', `?id=${encodeURIComponent(id)}`);
    expect([400, 404]).toContain(status);
    expect(body.success).toBe(false);
    expect(existsSync(path.join(root, 'calc', 'definition.json'))).toBe(true);
  });

  it('follows no link out of its folder, and deletes only the link (A-015, S-37)', async () => {
    const outside = path.join(server.dataDir, 'outside');
    mkdirSync(outside);
    writeFileSync(path.join(outside, 'definition.json'), '{"id": "outside"}');
    writeFileSync(path.join(outside, 'execution.py'), 'print(1)');
    symlinkSync(outside, path.join(root, 'outside'));
    put('inner', { 'definition.json': '{"id": "inner"}' });
    symlinkSync('/etc/hostname', path.join(root, 'inner', 'execution.py'));
    expect(await view('outside')).toBeUndefined();
    expect(await view('inner')).toMatchObject({
      invalid: true,
      execution_code: '',
      files: ['definition.json'],
    });
    expect((await ask('DELETE', '?id=outside')).status).toBe(404);
    const content = { id: 'inner', name: 'execution.py', content: 'print(3)' };
    expect((await ask('POST', '/file', content)).status).toBe(200);
    expect(await run('inner', {})).toMatchObject({ output: '3\n' });
    expect((await ask('DELETE', '?id=inner')).body.data).toEqual({ deleted: 'inner' });
    expect(existsSync('/etc/hostname') && existsSync(path.join(outside, 'execution.py'))).toBe(
      true,
    );
  });

  it('deletes the folder that holds the id, whatever its name (A-021, A-084)', async () => {
    put('odd folder', { 'definition.json': '{"id": "renamed"}', 'execution.py': 'print(1)' });
    expect((await view('odd folder'))?.id).toBe('renamed');
    expect(
      (await ask<CustomToolSaved>('POST', '', { id: 'renamed', timeout: 3 })).body.data,
    ).toMatchObject({
      result: 'updated',
      tool: { directory: 'odd folder', timeout: 3 },
    });
    expect(await ask('DELETE', '?id=renamed')).toMatchObject({
      status: 200,
      body: { success: true, data: { deleted: 'renamed' } },
    });
    expect(existsSync(path.join(root, 'odd folder'))).toBe(false);
    expect((await ask('DELETE', '?id=renamed')).status).toBe(404);
    expect((await ask('DELETE')).status).toBe(400);
  });

  it('leaves the old or the new set of files when many save at once (A-087)', async () => {
    const bodies = Array.from({ length: 20 }, (_, n) => ({
      id: 'busy',
      description: `${n}`,
      execution_code: `print(${n})`,
      meta: { n },
    }));
    const answers = await Promise.all(bodies.map((body) => ask<CustomToolSaved>('POST', '', body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array<number>(19).fill(200),
      201,
    ]);
    const tool = await view('busy');
    expect(tool).toMatchObject({
      execution_code: `print(${tool?.description})`,
      meta: { n: Number(tool?.description) },
    });
    const staging = path.join(root, '.staging');
    expect(existsSync(staging) ? readdirSync(staging) : []).toEqual([]);
  });

  it('runs nothing when a tool is saved, listed or checked (S-26)', async () => {
    const canary = path.join(server.dataDir, 'canary');
    const touch = `open(${JSON.stringify(canary)}, 'w')`;
    const code = [
      `def f(x=${touch}): pass`,
      `@(lambda f: ${touch})\ndef g(): pass`,
      `class C:\n    y = ${touch}`,
      `z: ${touch} = 1`,
      `__import__('pathlib').Path('${canary}').touch()`,
      `w = f'{{${touch}}}'`,
    ].join('\n');
    const { body } = await ask<CustomToolSaved>('POST', '', { id: 'canary', execution_code: code });
    expect(body.data.tool.invalid).toBe(false);
    await ask('POST', '/reload', {});
    expect(existsSync(canary)).toBe(false);
  });

  it('warns of eval without forbidding it, and of unescaped braces (A-058, A-106)', async () => {
    const code = "import os\nx = eval('1')\nos.system('x')\n# eval(\nops = {'+': 1}";
    const { body } = await ask<CustomToolSaved>('POST', '', { id: 'lint', execution_code: code });
    expect(body.data.tool.warnings.join('\n')).toMatch(
      /第 2 行.*eval[^]*第 3 行.*os\.system[^]*第 5 行.*\{\{/,
    );
    expect(body.data.tool.invalid).toBe(false);
  });

  it('writes every change into the audit (A-027)', async () => {
    const audit = server.get(AuditService);
    await audit.flush();
    const entries = await audit.listNewest(null, 500);
    const deeds = new Set(entries.map(({ action }) => action));
    for (const deed of [
      'custom_tool.create',
      'custom_tool.update',
      'custom_tool.delete',
      'tool.call',
    ]) {
      expect(deeds).toContain(deed);
    }
    const created = entries.find(
      ({ action, subject }) => action === 'custom_tool.create' && subject === 'my_tool',
    );
    expect(created?.facts).toMatchObject({
      hash: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
    });
  });
});
