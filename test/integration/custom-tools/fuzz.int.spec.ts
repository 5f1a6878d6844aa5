import fc from 'fast-check';
import { type ContainerRuntime, type ScriptState } from '@/engines/containers/container-runtime';
import { ContainerEngineUnavailable } from '@/engines/containers/containers.errors';
import { type RegistryService } from '@/tools/registry/registry.service';
import { aScriptResult, FakeContainers } from '../../support/fake-containers';
import { anAdmin } from './callers';
import { ToolRoom } from './tool-room';

const STATES: ScriptState[] = [
  'completed',
  'error',
  'timeout',
  'cancelled',
  'oom',
  'output_limit',
  'killed',
  'engine_error',
];
const context = {
  callId: 'c',
  conversationId: null,
  runId: null,
  signal: new AbortController().signal,
};

/** Ends each script in whatever state is next. */
class AnyEnd extends FakeContainers {
  ends: Parameters<typeof aScriptResult>[0] = {};
  override runScript(): ReturnType<ContainerRuntime['runScript']> {
    return Promise.resolve(aScriptResult(this.ends));
  }
}

describe('custom tools, whatever their files hold', () => {
  const containers = new AnyEnd();
  const room = new ToolRoom(containers);
  const signedIn: unknown[] = [];
  const registry = {
    add: (bundle: unknown) => signedIn.push(bundle),
  } as unknown as RegistryService;
  const bundle = room.bundle(registry);

  beforeAll(() => room.start());
  afterAll(() => room.remove());

  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom('', '{a}', '{', '}', "'{a}'", '{output}', 'x', '\0'),
  );
  const layer = fc.oneof(
    fc.json(),
    text,
    fc
      .record(
        { truncate: fc.jsonValue(), template: fc.oneof(text, fc.jsonValue()) },
        { requiredKeys: [] },
      )
      .map((it) => JSON.stringify(it)),
  );
  const definition = fc.oneof(
    layer,
    fc
      .record(
        {
          id: fc.oneof(
            { weight: 3, arbitrary: fc.constant('tool') },
            { weight: 1, arbitrary: fc.jsonValue() },
          ),
          description: fc.jsonValue(),
          parameters: fc.oneof(
            fc.jsonValue(),
            fc.record(
              {
                type: fc.constantFrom('object', 'string', 1),
                properties: fc.oneof(
                  fc.jsonValue(),
                  fc.dictionary(fc.constantFrom('a', 'b', '__proto__', ''), fc.jsonValue()),
                ),
                required: fc.oneof(fc.jsonValue(), fc.constant(['a'])),
              },
              { requiredKeys: [] },
            ),
          ),
          required: fc.jsonValue(),
          icon: fc.jsonValue(),
          timeout: fc.jsonValue(),
          execution: fc.jsonValue(),
          strict: fc.jsonValue(),
          limits: fc.jsonValue(),
          network: fc.jsonValue(),
          secrets: fc.jsonValue(),
          isolation: fc.jsonValue(),
          dangerous: fc.jsonValue(),
          audience: fc.jsonValue(),
        },
        { requiredKeys: [] },
      )
      .map((it) => JSON.stringify(it)),
  );
  const code = fc
    .array(
      fc.oneof(text, fc.constantFrom('a = {a}\n', "'", '"""', 'f"', '{{', '}}', '# ', '\n', '\\')),
      { maxLength: 10 },
    )
    .map((it) => it.join(''));
  const argumentsText = fc.oneof(
    fc.json(),
    fc.jsonValue().map((a) => JSON.stringify({ a })),
    fc.constantFrom('', 'null', '{}', '"{}"'),
    text,
  );

  it('never take the list or a call down: 2,500 random tools (A-004)', async () => {
    let ran = 0;
    const anyTool = fc.record({
      definition,
      code,
      layer,
      meta: layer,
      argumentsText,
      state: fc.constantFrom(...STATES),
      out: text,
      err: text,
    });
    await fc.assert(
      fc.asyncProperty(anyTool, async (it) => {
        room.add('tool', {
          'definition.json': it.definition,
          'execution.py': it.code,
          'return.json': it.layer,
          'meta.json': it.meta,
        });
        containers.ends = {
          state: it.state,
          exitCode: it.state === 'completed' ? 0 : null,
          stdout: it.out,
          stderr: it.err,
        };
        const tools = await bundle.listTools(anAdmin());
        const tool = tools.find(
          ({ name }) => !['calc', 'echo', 'greet', 'text_len'].includes(name),
        );
        if (!tool) return;
        ran++;
        expect(tool.name).toMatch(/^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/);
        expect(tool.inputSchema).toMatchObject({ type: 'object' });
        const output = await tool.call(anAdmin(), it.argumentsText, context);
        const content = output.content as {
          success: boolean;
          status: string;
          message: string;
          error?: string;
        };
        expect(content.success).toBe(content.error === undefined);
        expect(content).not.toHaveProperty('code_rendered');
        expect(content.status).toBe(output.status);
        expect(content.message.length).toBeLessThanOrEqual(20_000);
        JSON.parse(JSON.stringify(content));
      }),
      { numRuns: 2500 },
    );
    expect(ran).toBeGreaterThan(400);
  });

  it('do not exist for anyone but administrators (A-023)', async () => {
    expect(await bundle.listTools(anAdmin({ role: 'user' }))).toEqual([]);
  });

  it('are for everyone only while the files ask for it and somebody confirmed it (A-024)', async () => {
    const user = anAdmin({ role: 'user' });
    const ask = (audience: unknown) =>
      room.add('open', {
        'definition.json': JSON.stringify({ id: 'open', audience }),
        'execution.py': 'print(1)',
      });
    const seen = async () => (await bundle.listTools(user)).map(({ name }) => name);
    ask('everyone');
    expect(await seen()).toEqual([]);
    room.states.set('open', { openedTo: 'everyone' });
    expect(await seen()).toEqual(['open']);
    const ofAdmin = (await bundle.listTools(anAdmin())).find(({ name }) => name === 'open');
    expect(ofAdmin?.adminOnly).toBe(false);
    expect(room.closed).toEqual([]);
    for (const audience of ['admins', undefined, { groups: ['a'] }, 'everybody', null]) {
      ask(audience);
      expect(await seen()).toEqual([]);
      expect(room.closed).toContain('open');
    }
    ask({ groups: ['a'] });
    room.states.set('open', { openedTo: { groups: ['a'] } });
    expect(await seen()).toEqual([]);
    room.groups.set(user.userId, ['b']);
    expect(await seen()).toEqual([]);
    room.groups.set(user.userId, ['b', 'a']);
    expect(await seen()).toEqual(['open']);
    ask({ groups: ['a', 'b'] });
    expect(await seen()).toEqual([]);
    room.groups.clear();
    room.states.clear();
  });

  it('answer with a reason while paused, and can still be tried', async () => {
    room.addScript('resting', 'print(1)');
    room.states.set('resting', { isPaused: true, autoPauseAfter: 4 });
    const resting = (await bundle.listTools(anAdmin())).find(({ name }) => name === 'resting');
    expect(resting?.paused).toBe(true);
    await expect(resting?.call(anAdmin(), '{}', context)).rejects.toMatchObject({
      code: 'custom_tool_paused',
    });
    room.recorded.length = 0;
    containers.ends = { stdout: 'awake' };
    await resting?.call(anAdmin(), '{}', { ...context, trial: 'panel' });
    expect(room.recorded).toMatchObject([
      { argumentsText: '{}', autoPauseAfter: 4, end: { status: 'completed' } },
    ]);
    room.states.clear();
  });

  it('say so when there is no container engine (A-059)', async () => {
    const noEngine = new ToolRoom(
      new FakeContainers().willThrow(new ContainerEngineUnavailable('no_engine', 'here')),
    );
    await noEngine.start();
    expect(await noEngine.run('echo', { text: 'x' })).toMatchObject({
      success: false,
      status: 'engine_error',
      error: '容器环境不可用',
      message: '容器环境不可用',
      canRetry: true,
      suggestion: expect.stringContaining('here') as unknown,
    });
    noEngine.remove();
  });

  it('hand the script, its parameters and its limits to the engine (A-053, A-063, A-065)', async () => {
    const fake = new FakeContainers().willPrint('1.5\n');
    const ready = await new ToolRoom(fake).start();
    const result = await ready.run('calc', '{"a": 6, "op": "/", "b": "4"}', 'en');
    expect(result.message).toBe('[calc] 结果: 1.5');
    expect(fake.calls[0]).toMatchObject({
      fileName: 'execution.py',
      parametersJson: '{"a":6,"op":"/","b":4}',
      timeoutMs: 15_000,
      outputChars: 1_000_000,
      ownerId: anAdmin().userId,
    });
    ready.remove();
  });
});
