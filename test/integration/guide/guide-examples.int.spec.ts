import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Locale } from '@/contract/errors';
import type { CheckResult, TestEvent, TryEvent, TryResult } from '@/contract/workshop';
import {
  type Example,
  type ExampleCall,
  examplesOf,
  fencesOf,
  filesOf,
  isAsExpected,
} from '../../../apps/web/src/features/admin-custom-tools/guide/guide-examples';
import type { Visitor } from '../../support/visitor';
import { ADMIN, WholeServer } from '../../support/whole-server';

const GUIDE = path.resolve(__dirname, '../../../apps/web/src/features/admin-custom-tools/guide');
const WORKSHOP = '/api/admin/workshop';
const SECRET = 'a-secret-only-for-the-guide';
/** Differ from run to run. */
const MEASURED = ['elapsed_ms'];

const textOf = (locale: Locale) => readFileSync(path.join(GUIDE, `guide.${locale}.md`), 'utf8');
const words = { description: 'An example.', parameter: (name: string) => `Parameter ${name}.` };

/** Everything the guide shows is made in containers, in both languages: it can never go stale. */
describe.each(['zh-CN', 'en'] as const)('the examples of the guide in %s', (locale) => {
  const examples = examplesOf(textOf(locale));
  const fences = fencesOf(textOf(locale));
  const directory = mkdtempSync(path.join(os.tmpdir(), 'toolyard-guide-'));
  let server: WholeServer;
  let admin: Visitor;

  beforeAll(async () => {
    server = await WholeServer.start({ CUSTOM_TOOL_DIR: directory });
    admin = server.visitor(locale);
    await admin.signIn(ADMIN.email, ADMIN.password);
  });
  afterAll(async () => {
    await server.close();
    rmSync(directory, { recursive: true, force: true });
  });

  async function lines<Event>(address: string, body: unknown): Promise<Event[]> {
    const response = await admin.request('POST', WORKSHOP + address, body);
    const text = await response.text();
    expect([response.status, text]).toEqual([200, expect.any(String)]);
    return text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Event);
  }

  async function save(example: Example): Promise<number> {
    const files = filesOf(example, example.tool, words);
    const { data } = await admin.post<{ data: { number: number; tool: { secrets: string[] } } }>(
      `${WORKSHOP}/tools/${example.tool}/versions`,
      { base: 0, files },
    );
    for (const name of data.tool.secrets) {
      const address = `${WORKSHOP}/tools/${example.tool}/secrets/${name}`;
      expect((await admin.request('PUT', address, { value: SECRET })).ok).toBe(true);
    }
    return data.number;
  }

  async function attempt(
    { tool }: Example,
    version: number,
    call: ExampleCall,
  ): Promise<TryResult> {
    const body = { version, arguments: JSON.parse(call.arguments) as unknown };
    const end = (await lines<TryEvent>(`/tools/${tool}/try`, body)).at(-1);
    if (end?.type !== 'end') throw new Error(`${tool} never ended`);
    return end.result;
  }

  const check = async (files: object, id: string): Promise<string[]> => {
    const body = { id, files, arguments: null };
    const { data } = await admin.post<{ data: CheckResult }>(`${WORKSHOP}/check`, body);
    return data.findings.filter(({ severity }) => severity !== 'info').map(({ rule }) => rule);
  };

  it.each(examples.map((example) => [example.tool, example] as const))(
    '%s: what the checker says and what its calls give',
    async (_, example) => {
      const rules = await check(filesOf(example, example.tool, words), example.tool);
      expect([...new Set(rules)].sort()).toEqual([...new Set(example.finds)].sort());
      const version = await save(example);
      const results: TryResult[] = [];
      for (const call of example.calls) {
        const result = await attempt(example, version, call);
        results.push(result);
        const found = call.isFailure ? result.error : result.message;
        expect({
          ...call,
          found,
          isFailure: !result.success,
          isAsSaid: isAsExpected(call, found ?? ''),
        }).toEqual({ ...call, found, isAsSaid: true });
        expect(JSON.stringify(result)).not.toContain(SECRET);
      }
      const [first] = results;
      expect(example.calls.length).toBeGreaterThan(0);
      if (example.rendered !== null) {
        expect(first?.code_rendered?.trimEnd()).toBe(example.rendered.trimEnd());
      }
      if (example.result !== null)
        expect(first).toMatchObject(JSON.parse(example.result) as object);
      if (example.view !== null) expect(first?.view).toEqual(JSON.parse(example.view));
    },
  );

  it('shows results with every key they have, for tools of other chapters too', async () => {
    const shown = fences.filter(({ marks }) => marks.result);
    expect(shown.length).toBeGreaterThan(0);
    for (const { marks, code } of shown) {
      const example = examples.find(({ tool }) => tool === marks.result);
      if (!example?.calls[0]) throw new Error(`no example ${marks.result}`);
      const body = { base: 0, files: filesOf(example, `${example.tool}_again`, words) };
      const address = `${WORKSHOP}/tools/${example.tool}_again`;
      const saved = await admin.post<{ data: { number: number } }>(`${address}/versions`, body);
      const again = { ...example, tool: `${example.tool}_again` };
      const found = await attempt(again, saved.data.number, example.calls[0]);
      const told = JSON.parse(code) as Record<string, unknown>;
      for (const [key, value] of Object.entries(told)) {
        if (MEASURED.includes(key)) continue;
        expect([key, key === 'tool_id' ? example.tool : found[key as keyof TryResult]]).toEqual([
          key,
          value,
        ]);
      }
    }
  });

  it('shows pictures as pictures', async () => {
    const shown = fences.filter(({ marks }) => marks.shows);
    expect(shown.length).toBeGreaterThan(0);
    for (const { marks } of shown) {
      const example = examples.find(({ tool }) => tool === marks.tool);
      if (!example?.calls[0]) throw new Error(`no example ${marks.tool}`);
      const result = await attempt(example, await save(example), example.calls[0]);
      expect(result.view?.type).toBe(marks.shows);
    }
  });

  it('has definitions that nothing is said against', async () => {
    const shown = fences.filter(({ marks }) => 'definition' in marks);
    expect(shown.length).toBeGreaterThan(1);
    for (const { code } of shown) {
      const { id } = JSON.parse(code) as { id: string };
      const files = { 'definition.json': code, 'execution.py': 'print(1)\n' };
      expect([id, await check(files, id)]).toEqual([id, []]);
    }
  });

  it('has tests that pass', async () => {
    const tested = examples.filter(({ files }) => files['tests.json'] !== undefined);
    expect(tested.length).toBeGreaterThan(0);
    for (const example of tested) {
      const version = await save(example);
      const events = await lines<TestEvent>(`/tools/${example.tool}/tests/run`, { version });
      const failed = events.filter((event) => event.type === 'case' && !event.result.passed);
      expect(failed).toEqual([]);
      expect(events.at(-1)).toMatchObject({ type: 'end', summary: { failed: 0 } });
    }
  });

  it('has commands for the interface that do what they say, one after the other', async () => {
    const chapter = /^## 9\.[\s\S]*?(?=^## 10\.)/m.exec(textOf(locale))?.[0] ?? '';
    const commands = fencesOf(chapter)
      .filter(({ language }) => language === 'bash')
      .map(({ code }) => code)
      .join('\n');
    const script = commands
      .replace('http://localhost:3000', server.url)
      .replace('admin@example.com', ADMIN.email)
      .replace(/"password": "[^"]*"/, `"password": "${ADMIN.password}"`);
    const shell = promisify(execFile);
    const { stdout } = await shell('bash', ['-euo', 'pipefail', '-c', script], { cwd: directory });
    for (const said of ['"result":"created"', '"message":"[hello] hello"', '"deleted":"hello"']) {
      expect(stdout).toContain(said);
    }
    expect(stdout).not.toContain('"success":false');
    expect(stdout).toMatch(/etag: /i);
    expect(existsSync(path.join(directory, 'hello'))).toBe(false);
    expect(existsSync(path.join(directory, 'cookies.txt'))).toBe(false);
  });
});
