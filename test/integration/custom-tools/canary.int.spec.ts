import { existsSync, rmSync } from 'node:fs';
import type { CheckResult } from '@/contract/workshop';
import { ContainerRuntime, type ScriptResult } from '@/engines/containers/container-runtime';
import type { Visitor } from '../../support/visitor';
import { WholeServer } from '../../support/whole-server';

/** A place that container and host both have; tmpdir() may name a folder of this test run only. */
const FILE = `/tmp/toolyard-canary-${process.pid}`;
/** Spelled so that the word itself stands nowhere in the source. */
const SONG = "'-'.join(['the', 'canary', 'sang'])";
const SANG = 'the-canary-sang';
/** Leaves a file, a line on each stream and an exit code, whichever of them can be seen. */
const SING = `(__import__('builtins').print(${SONG}), __import__('sys').stderr.write(${SONG}), open('${FILE}', 'w').write('x'), __import__('os')._exit(77))`;

/** Places that run while a module is merely loaded, and some that tempt a checker to evaluate them. */
const CANARIES: Record<string, string> = {
  'a default argument': `def f(x=${SING}):\n    pass\n`,
  'a default of a lambda': `f = lambda x=${SING}: x\n`,
  'a decorator': `@(lambda f: ${SING})\ndef f():\n    pass\n`,
  'a class decorator': `@(lambda c: ${SING})\nclass C:\n    pass\n`,
  'a class body': `class C:\n    x = ${SING}\n`,
  'a metaclass': `class M(type):\n    def __new__(*a):\n        ${SING}\nclass C(metaclass=M):\n    pass\n`,
  'an import': `__import__('os').system('touch ${FILE}')\n${SING}\n`,
  'an f-string': `x = f'{${SING.replaceAll("'", '"')}}'\n`,
  'a format string': `x = '%s' % (${SING},)\n`,
  'an annotation of a variable': `x: ${SING} = 1\n`,
  'an annotation of an argument': `def f(x: ${SING}) -> ${SING}:\n    pass\n`,
  'a comprehension': `x = [${SING} for _ in (1,)]\n`,
  'a condition': `if ${SING}:\n    pass\n`,
  'an assertion': `assert ${SING}\n`,
  'a placeholder': `x = {a}\n${SING}\n`,
  'a coding line': `# -*- coding: ${'unicode_escape'} -*-\n${SING}\n`,
  'a docstring of examples': `'''\n>>> ${SING}\n'''\n${SING}\n`,
};

describe('a canary in a tool (S-26)', () => {
  let server: WholeServer;
  let admin: Visitor;
  const ran: { script: string; result: ScriptResult }[] = [];

  beforeAll(async () => {
    server = await WholeServer.start({ CUSTOM_TOOL_DIR: '' });
    admin = await server.admin();
    const runtime = server.get(ContainerRuntime);
    const runScript = runtime.runScript.bind(runtime);
    runtime.runScript = async (call) => {
      const result = await runScript(call);
      ran.push({ script: call.script, result });
      return result;
    };
  });
  afterAll(async () => {
    await server.close();
    rmSync(FILE, { force: true });
  });

  const definition = JSON.stringify({
    id: 'canary',
    description: 'x',
    parameters: { type: 'object', properties: { a: { type: 'number', description: 'x' } } },
  });
  const check = async (script: string, id = 'canary'): Promise<CheckResult> => {
    const files = { 'definition.json': definition, 'execution.py': script };
    const body = { id, files, arguments: { a: 1 } };
    const { data } = await admin.post<{ data: CheckResult }>('/api/admin/workshop/check', body);
    return data;
  };

  it.each(Object.entries(CANARIES))('in %s never sings when it is checked', async (_, script) => {
    ran.length = 0;
    const { findings, rendered } = await check(script);
    expect(rendered?.code).not.toBeNull();
    const rules = findings.map(({ rule }) => rule);
    expect(rules).not.toContain('python_not_checked');
    expect(rules).not.toContain('python_syntax');
    expect(ran).toHaveLength(1);
    const { script: ours, result } = ran[0] ?? { script: '', result: null };
    expect(ours).not.toContain('canary');
    expect(result).toMatchObject({ state: 'completed', exitCode: 0, stderr: '' });
    expect(result?.stdout).not.toContain(SANG);
    expect(existsSync(FILE)).toBe(false);
  });

  it('sings when the tool is called: the canaries are alive', async () => {
    ran.length = 0;
    const script = CANARIES['a class body'] ?? '';
    await admin.post('/api/admin/custom-tools', { id: 'singer', execution_code: script });
    const run = await admin.post<{ data: { return_code: number } }>(
      '/api/admin/custom-tools/singer/run',
      { arguments: {} },
    );
    expect(run.data.return_code).toBe(77);
    expect(existsSync(FILE)).toBe(false);
  });

  it('starts nothing when it is saved, listed, read or shown as the model gets it', async () => {
    ran.length = 0;
    for (const script of Object.values(CANARIES)) {
      const parameters = { type: 'object', properties: { a: { type: 'number' } } };
      const body = { id: 'canary', execution_code: script, parameters };
      await admin.post('/api/admin/custom-tools', body);
      const files = { 'definition.json': definition, 'execution.py': script };
      const base = await newestOf('canary');
      await admin.post('/api/admin/workshop/tools/canary/versions', { base, files });
      await admin.get('/api/admin/custom-tools/canary');
    }
    await admin.get('/api/admin/custom-tools');
    await admin.get('/api/tools');
    expect(ran).toEqual([]);
    expect(existsSync(FILE)).toBe(false);
  });

  /** Number of the newest version; what every save must begin with. */
  async function newestOf(id: string): Promise<number> {
    const { data } = await admin.get<{ data: { number: number }[] }>(
      `/api/admin/workshop/tools/${id}/versions`,
    );
    return data[0]?.number ?? 0;
  }
});
