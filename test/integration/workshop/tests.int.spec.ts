import type { TestCaseResult, TestEvent, ToolTests } from '@/contract/workshop';
import type { Visitor } from '../../support/visitor';
import { printing, WorkshopServer } from './workshop-server';

const ADDING = {
  'definition.json': JSON.stringify({
    id: 'adder',
    description: 'adds',
    parameters: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } },
  }),
  'execution.py': 'print({a} + {b})\n',
  'return.json': JSON.stringify({ template: '= {output}' }),
};
const tests = (given: ToolTests) => ({ 'tests.json': JSON.stringify(given) });
const sum = (name: string, a: unknown, b: unknown, equals: string) => ({
  name,
  arguments: { a, b },
  expect: { status: 'completed', return_code: 0, output: { equals } } as const,
});

describe('tests that travel with a tool', () => {
  let workshop: WorkshopServer;

  beforeAll(async () => {
    workshop = await WorkshopServer.start();
  });
  afterAll(() => workshop.close());

  const run = async (id: string, version: number | null, who: Visitor = workshop.admin) => {
    const place = `/api/admin/workshop/tools/${id}/tests/run`;
    const response = await who.request('POST', place, { version });
    expect(response.headers.get('content-type')).toContain('application/x-ndjson');
    const lines = (await response.text()).trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line) as TestEvent);
  };
  const resultsOf = (events: TestEvent[]) => {
    const results: TestCaseResult[] = [];
    for (const event of events) if (event.type === 'case') results[event.index] = event.result;
    return results;
  };

  it('run side by side in containers, each told as it ends, with a summary on the version', async () => {
    const cases = [
      sum('small', 1, 2, '3'),
      sum('wrong', 1, 2, '4'),
      { name: 'message', arguments: { a: 1, b: 1 }, expect: { message: { matches: '^= \\d$' } } },
      { name: 'refused', arguments: { a: 'x' }, expect: { status: 'error' as const } },
    ];
    await workshop.save('adder', { base: 0, files: { ...ADDING, ...tests({ cases }) } });
    const events = await run('adder', 1);
    expect(events[0]).toEqual({ type: 'started', names: cases.map(({ name }) => name) });
    expect(events.at(-1)).toMatchObject({ type: 'end', summary: { passed: 3, failed: 1 } });
    const results = resultsOf(events);
    expect(results.map(({ passed }) => passed)).toEqual([true, false, true, true]);
    expect(results[1]).toMatchObject({
      reasons: ['output is "3\\n" and not "4"'],
      status: 'completed',
      output: '3\n',
    });
    expect((await workshop.tool('adder')).draft?.tests).toMatchObject({ passed: 3, failed: 1 });
  });

  it('say the reasons in the language of who asks', async () => {
    const chinese = workshop.server.visitor('zh-CN');
    await chinese.signIn('admin@example.org', 'correct horse battery');
    const results = resultsOf(await run('adder', 1, chinese));
    expect(results[1]?.reasons).toEqual(['output 为 "3\\n"，期望等于 "4"']);
  });

  it('keep a version from being published when the gate is on and a test fails', async () => {
    const gated = (expected: string) => tests({ gate: true, cases: [sum('sum', 2, 2, expected)] });
    await workshop.save('adder', { base: 1, files: { ...ADDING, ...gated('5') } });
    expect(await workshop.refusal('POST', '/tools/adder/publish', { number: 2 })).toBe(
      '409 tool_tests_failing',
    );
    expect(workshop.read('adder', 'execution.py')).toBeNull();
    expect((await workshop.tool('adder')).draft?.tests).toMatchObject({ failed: 1 });
    await workshop.save('adder', { base: 2, files: { ...ADDING, ...gated('4') } });
    const { published } = await workshop.publish('adder', 3);
    expect(published).toMatchObject({ number: 3, tests: { passed: 1, failed: 0 } });
    expect(workshop.read('adder', 'tests.json')).toBe(gated('4')['tests.json']);
  });

  it('do not count as use of the tool', async () => {
    expect((await workshop.tool('adder')).health).toMatchObject({ calls: 0, failures: 0 });
  });

  it('are warned of when they cannot be read, and hinder nothing else (A-011)', async () => {
    const files = { ...printing('odd', 'x'), 'tests.json': '{"cases": [{"expect": {"x": 1}}], ' };
    const { tool } = await workshop.save('odd', { base: 0, files });
    expect(tool.invalid).toBe(false);
    expect(tool.warnings[0]).toContain('tests.json: Not valid JSON');
    await workshop.publish('odd', 1);
    expect(await run('odd', null)).toMatchObject([
      { type: 'started', names: [] },
      { type: 'end', summary: { passed: 0, failed: 0 } },
    ]);
  });

  it('stop when the page is closed, and leave no summary', async () => {
    const cases = Array.from({ length: 20 }, (_, n) => ({
      name: `${n}`,
      arguments: {},
      expect: {},
    }));
    const sleeping = {
      'definition.json': JSON.stringify({ id: 'sleeper', timeout: 60 }),
      'execution.py': 'import time\ntime.sleep(50)\n',
      ...tests({ cases }),
    };
    await workshop.save('sleeper', { base: 0, files: sleeping });
    const closing = new AbortController();
    const response = await fetch(
      `${workshop.server.url}/api/admin/workshop/tools/sleeper/tests/run`,
      {
        method: 'POST',
        headers: { cookie: workshop.admin.cookie, 'content-type': 'application/json' },
        body: '{"version": 1}',
        signal: closing.signal,
      },
    );
    const reader = response.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('"started"');
    closing.abort();
    // Its places are free again: the next run is not stuck behind fifty seconds of sleep.
    expect((await run('adder', 3)).at(-1)).toMatchObject({ summary: { passed: 1 } });
    expect((await workshop.tool('sleeper')).draft?.tests).toBeNull();
  });
});
