import type { CheckBody, CheckResult, Finding } from '@/contract/workshop';
import { listRepaired } from './check-repairs';
import type { Visitor } from '../../support/visitor';
import { WholeServer } from '../../support/whole-server';

const DEFINITION = {
  id: 'calc2',
  description: 'Divides.',
  parameters: {
    type: 'object',
    properties: {
      a: { type: 'number', description: 'Left' },
      op: { type: 'string', enum: ['+', '/'], description: 'Operator' },
    },
    required: ['a', 'op'],
  },
};

describe('POST /api/admin/workshop/check', () => {
  let server: WholeServer;
  let admin: Visitor;

  beforeAll(async () => {
    server = await WholeServer.start();
    admin = await server.admin();
  });
  afterAll(() => server.close());

  const check = async (
    files: CheckBody['files'],
    given: CheckBody['arguments'] = null,
  ): Promise<CheckResult> => {
    const body: CheckBody = { id: 'calc2', files, arguments: given };
    const { data } = await admin.post<{ data: CheckResult }>('/api/admin/workshop/check', body);
    return data;
  };
  const files = (script: string, definition: object = DEFINITION): CheckBody['files'] => ({
    'definition.json': JSON.stringify(definition, null, 2),
    'execution.py': script,
  });
  const rules = (findings: Finding[]) =>
    findings.map(({ file, rule, line }) => `${file} ${line} ${rule}`);

  it('finds nothing in a good tool and shows it as the model gets it', async () => {
    const { findings, rendered, modelView } = await check(files("print({a}, '{op}')\n"));
    expect(findings).toEqual([]);
    expect(rendered).toBeNull();
    expect(modelView).toMatchObject({ name: 'calc2', description: 'Divides.' });
    expect(modelView?.schema).toMatchObject({ required: ['a', 'op'] });
    expect(modelView?.tokens).toBeGreaterThan(40);
    expect(modelView?.tokens).toBeLessThan(100);
  });

  it('marks where the values stand in the rendered script', async () => {
    const script = "# {op}\nx = {{1: {a}}}\nprint(x, '{op}', 2-{a})\n";
    const { rendered } = await check(files(script), { a: -1.5, op: '/' });
    expect(rendered?.code).toBe("# /\nx = {1: (-1.5)}\nprint(x, '/', 2-(-1.5))\n");
    const spots = rendered?.spots.map(
      ({ from, to, parameter }) => `${parameter}=${rendered.code?.slice(from, to)}`,
    );
    expect(spots).toEqual(['op=/', 'a=(-1.5)', 'op=/', 'a=(-1.5)']);
  });

  it('says why there is no rendered script', async () => {
    const absent = await check(files('print({a})\n'), { op: '/' });
    expect(absent.rendered).toMatchObject({ code: null, failure: { error: "缺少必填参数: 'a'" } });
    const wrong = await check(files('print({a})\n'), { a: 'x', op: '/' });
    expect(wrong.rendered?.failure).toMatchObject({ code: 'argument_refused' });
    const broken = await check(files("print({'a': 1})\n"), { a: 1, op: '/' });
    expect(broken.rendered?.failure).toMatchObject({ code: 'parameter_missing' });
    const none = await check({ 'definition.json': '{}' }, {});
    expect(none.rendered).toMatchObject({ code: null, failure: { code: 'custom_tool_refused' } });
  });

  it('keeps every digit of the arguments (A-051)', async () => {
    const response = await fetch(`${server.url}/api/admin/workshop/check`, {
      method: 'POST',
      headers: { cookie: admin.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ id: 'calc2', files: files('print({a})') }).replace(
        /}$/,
        ',"arguments": {"a": 9007199254740993, "op": "/"}}',
      ),
    });
    const { data } = (await response.json()) as { data: CheckResult };
    expect(data.rendered?.code).toBe('print(9007199254740993)');
  });

  it("reports Python's syntax errors at the template's own line and place (A-107)", async () => {
    const script = "x = {{1: '{op}', 2: {a}}}\r\n\r\nif x = {a}:\r\n    print('{op}')\r\n";
    const { findings } = await check(files(script));
    expect(findings).toMatchObject([
      { file: 'execution.py', line: 3, rule: 'python_syntax', severity: 'error' },
    ]);
    expect(script.slice(findings[0]?.from, findings[0]?.to)).toBe('x = {a}');
    expect(findings[0]?.message).toContain('Python 语法错误');
  });

  it.each([
    ['x = 1\n  y = 2\n', 2],
    ["print('a'\n", 1],
    ['return 1\n', 1],
    ["x = '''\n\n", 1],
    ['def f(:\n  pass\n', 1],
    ['x = 1\nprint "x"\n', 2],
    ['汉字 = {a} 汉字\n', 1],
    ['x\0 = 1', 1],
  ])('finds the fault in %j', async (script, line) => {
    const { findings } = await check(files(script));
    const fault = findings.find(({ rule }) => rule === 'python_syntax');
    expect(fault).toMatchObject({ line });
  });

  it('tells what Python warns about', async () => {
    const { findings } = await check(files("x = {a}\nprint('\\d', '{op}')\n"));
    expect(rules(findings)).toEqual(['execution.py 2 python_warning']);
  });

  it('finds an error although a required argument is not there yet', async () => {
    const { findings, rendered } = await check(files("print({a}, '{op}'\n"), {});
    expect(rendered?.code).toBeNull();
    expect(rules(findings)).toEqual(['execution.py 1 python_syntax']);
  });

  it('collects what is wrong in all files, and every repair leads to a clean check', async () => {
    const broken: CheckBody['files'] = {
      'definition.json': JSON.stringify(
        {
          ...DEFINITION,
          parameters: { ...DEFINITION.parameters, type: 'string', required: ['a', 'opp'] },
          timout: 5,
        },
        null,
        2,
      ),
      'execution.py': "import operator\nops = {'+': operator.add}\nprint(ops['{opp}']({a}, 1))\n",
      'return.json': '{"truncate": 5, "template": "{outptu}",}',
      'meta.json': "{'notes': 'x'}",
      'tests.json': '{"cases": [{"name": "n", "arguments": {"a": 1, "opp": "+"}, "expect": {}}]}',
    };
    const first = await check(broken);
    expect(rules(first.findings)).toEqual([
      'definition.json 5 parameters_type',
      'definition.json 22 required_unknown',
      'definition.json 25 unknown_key',
      'execution.py 2 unescaped_braces',
      'execution.py 3 undeclared_placeholder',
      'return.json 1 invalid_json',
      'meta.json 1 invalid_json',
      'tests.json 1 test_argument_unknown',
    ]);
    const { last, rounds } = await listRepaired(broken, check);
    expect(last.findings).toEqual([]);
    expect(rounds).toBeLessThanOrEqual(4);
  });

  it('speaks the language of the caller', async () => {
    const english = server.visitor('en');
    await english.signIn('admin@example.org', 'correct horse battery');
    const { data } = await english.post<{ data: CheckResult }>('/api/admin/workshop/check', {
      id: 'calc2',
      files: files("x = {a}\neval('{op}')\n"),
    });
    expect(data.findings).toMatchObject([
      {
        rule: 'eval_exec',
        line: 2,
        column: 1,
        message: expect.stringContaining('as a program') as string,
      },
    ]);
  });

  it('tells a tool that would take the id of another one (A-021)', async () => {
    const { findings } = await check(files("print({a}, '{op}')", { ...DEFINITION, id: 'echo' }));
    expect(rules(findings)).toEqual(['definition.json 2 id_taken', 'definition.json 2 id_differs']);
  });

  it('takes nothing for a body that it is not, and no more than a file may hold (A-039)', async () => {
    const large = await check(files('#'.repeat(1024 * 1024 + 1)));
    expect(rules(large.findings)).toEqual(['execution.py 1 too_large']);
    const empty = await check({});
    expect(rules(empty.findings)).toEqual([
      'definition.json 1 file_missing',
      'execution.py 1 file_missing',
    ]);
    for (const body of [{}, { files: { 'x.py': '' } }, { files: { 'meta.json': 5 } }, []]) {
      const response = await admin.request('POST', '/api/admin/workshop/check', body);
      expect(response.status).toBe(400);
    }
  });

  it('serves the schemas to everyone, and nothing else below them', async () => {
    for (const name of ['definition', 'return', 'meta', 'tests']) {
      const response = await fetch(`${server.url}/schemas/${name}.schema.json`);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toContain('application/schema+json');
      const schema = (await response.json()) as { $schema: string };
      expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
    }
    for (const name of ['', 'x.schema.json', '..%2ficons%2fbrain.svg']) {
      expect((await fetch(`${server.url}/schemas/${name}`)).status).not.toBe(200);
    }
  });
});
