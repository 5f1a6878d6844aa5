import { FakeContainers } from '../../../../../../test/support/fake-containers';
import { aCaller } from '../../../../../../test/support/fake-tools';
import { FakeResultFiles } from '../../../../../../test/support/fake-result-files';
import { readTool } from '../folder/read-tool';
import { callSecretsOf, NO_SECRETS } from '../secrets/call-secrets';
import type { ToolSecrets } from '../secrets/tool-secrets.service';
import { folderOf } from '../versions/version-files';
import { ToolExecution } from './execution.service';
import { ResultExtras } from './result-extras.service';
import { rawOutputOf, resultOf } from './result';

const aScript = (definition: object, code = 'print({q})') =>
  readTool(
    folderOf('probe', {
      'definition.json': JSON.stringify({
        id: 'probe',
        parameters: { properties: { q: { type: 'string' } } },
        ...definition,
      }),
      'execution.py': code,
    }),
    120,
  );

const setUp = (values: Record<string, string> = {}) => {
  const containers = new FakeContainers();
  const forCall: ToolSecrets['forCall'] = ({ secrets: named }) =>
    Promise.resolve(
      named.length === 0
        ? NO_SECRETS
        : callSecretsOf(named, new Map(Object.entries(values)), JSON.stringify(values)),
    );
  const files = new FakeResultFiles();
  const execution = new ToolExecution(
    containers,
    { forCall } as ToolSecrets,
    new ResultExtras(files),
  );
  const { signal } = new AbortController();
  const run = (tool: ReturnType<typeof aScript>, given: object = {}, caller = aCaller()) =>
    execution.run(caller, tool, JSON.stringify(given), { signal, conversationId: null });
  return { containers, execution, files, run, signal };
};

describe('what a call is given', () => {
  it('is nothing beyond the defaults when the definition asks for nothing', async () => {
    const { containers, run } = setUp();
    containers.willPrint('x');
    await run(aScript({}));
    expect(Object.keys(containers.calls[0] ?? {}).sort()).toEqual(
      [
        'fileName',
        'outputChars',
        'ownerId',
        'parametersJson',
        'script',
        'signal',
        'timeoutMs',
      ].sort(),
    );
    expect(containers.calls[0]).toMatchObject({ outputChars: 1_000_000, timeoutMs: 30_000 });
  });

  it('is what the definition asks for', async () => {
    const { containers, run } = setUp({ API_KEY: 'sk-12345', OTHER: 'of nobody' });
    containers.willPrint('x');
    const limits = { memory_mb: 64, pids: 16, output_chars: 500 };
    await run(aScript({ limits, network: ['a.example'], secrets: ['API_KEY'] }));
    expect(containers.calls[0]).toMatchObject({
      limits: { memoryMb: 64, pids: 16 },
      outputChars: 500,
      allowedHosts: ['a.example:443'],
      secrets: { API_KEY: 'sk-12345' },
    });
    expect(containers.calls[0]).not.toHaveProperty('reuseKey');
  });

  it('shares a container only with the same person, files and secrets (S-25)', async () => {
    const keys: (string | undefined)[] = [];
    const collect = async (definition: object, userId: string, values = {}) => {
      const { containers, run } = setUp({ KEY: 'first value', ...values });
      containers.willPrint('x');
      await run(
        aScript({ isolation: 'reuse', secrets: ['KEY'], ...definition }),
        {},
        aCaller({ userId }),
      );
      keys.push(containers.calls[0]?.reuseKey);
    };
    await collect({}, 'ada');
    await collect({}, 'ada');
    expect(keys[0]).toBe(keys[1]);
    await collect({}, 'bob');
    await collect({ timeout: 5 }, 'ada');
    await collect({}, 'ada', { KEY: 'second value' });
    expect(new Set(keys).size).toBe(4);
    expect(keys.join()).not.toMatch(/undefined/);
  });

  it('does not begin without a secret it names, whatever the arguments', async () => {
    const { containers, run } = setUp({ FIRST: 'is there' });
    const end = await run(aScript({ secrets: ['FIRST', 'SECOND'] }), { q: 'is there' });
    expect(containers.calls).toEqual([]);
    expect(resultOf(end, 'en')).toMatchObject({
      success: false,
      status: 'error',
      code: 'custom_tool_secret_missing',
      error: 'The secret SECOND has no value.',
      canRetry: false,
    });
    expect(end.mask.text('is there')).toBe('•••');
  });
});

describe('what comes back of a call with secrets', () => {
  const SECRET = 'sk-very-secret/1';
  const tool = aScript({ secrets: ['KEY'] });

  it('shows none of them, in output, errors, code or message', async () => {
    const { containers, run } = setUp({ KEY: SECRET });
    containers.willEnd({
      state: 'error',
      exitCode: 1,
      stdout: `url?k=${encodeURIComponent(SECRET)}\n`,
      stderr: `ValueError: ${SECRET} is refused\n`,
    });
    const end = await run(tool, { q: SECRET });
    const everything = JSON.stringify([
      resultOf(end, 'en'),
      end.code,
      rawOutputOf(end),
      end.script,
    ]);
    expect(everything).not.toContain('very-secret');
    expect(resultOf(end, 'en').error).toBe(
      'Command failed (exit code: 1): ValueError: ••• is refused',
    );
    expect(rawOutputOf(end)).toBe('url?k=•••\nValueError: ••• is refused\n');
    expect(end.code).toContain('•••');
  });

  it('shows none of them in live pieces that cut one in two', async () => {
    const { containers, execution, signal } = setUp({ KEY: SECRET });
    containers.will(({ onOutput, onStarted }) => {
      onStarted?.(7);
      for (const text of ['a sk-very', '-sec', 'ret/1 b sk-v']) onOutput?.('stdout', text);
      return Promise.resolve({ ...END, stdout: `a ${SECRET} b sk-v` });
    });
    const heard: unknown[] = [];
    await execution.run(aCaller(), tool, '{}', {
      signal,
      conversationId: null,
      onStarted: (queuedMs) => heard.push(queuedMs),
      onOutput: (_, text) => heard.push(text),
    });
    expect(heard).toEqual([7, 'a ', '••• b ', 'sk-v']);
  });
});

const END = {
  state: 'completed' as const,
  exitCode: 0,
  stderr: '',
  stdoutChars: 10,
  stderrChars: 0,
  truncated: false,
  elapsedMs: 5,
  queuedMs: 7,
  containerId: null,
  memoryPeakBytes: null,
};

describe('the source of a tool', () => {
  const stderr =
    'Traceback (most recent call last):\n  File "execution.py", line 1, in <module>\n    margin = {}[q]\nKeyError: 1\n';

  it('is quoted to administrators and to nobody else when the script fails', async () => {
    const { containers, run } = setUp();
    containers.willEnd({ state: 'error', exitCode: 1, stderr });
    containers.willEnd({ state: 'error', exitCode: 1, stderr });
    expect(resultOf(await run(aScript({})), 'en').stderr).toBe(stderr);
    const theirs = await run(aScript({}), {}, aCaller({ role: 'user' }));
    expect(resultOf(theirs, 'en')).toMatchObject({
      stderr: 'KeyError: 1\n',
      output: 'KeyError: 1\n',
    });
  });
});

describe('the return layer', () => {
  const withLayer = (layer: object, code = 'print(1)') =>
    readTool(
      folderOf('probe', {
        'definition.json': JSON.stringify({ id: 'probe' }),
        'execution.py': code,
        'return.json': JSON.stringify(layer),
      }),
      120,
    );
  const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

  it('replaces what is to be hidden before anyone sees it, live pieces included', async () => {
    const { containers, execution, signal } = setUp();
    containers.will(({ onOutput }) => {
      onOutput?.('stdout', 'card 41111111');
      return Promise.resolve({ ...END, stdout: 'card 4111111111111111' });
    });
    const heard: string[] = [];
    const tool = withLayer({ redact: [{ pattern: '[0-9]{16}', with: '[card]' }] });
    const end = await execution.run(aCaller(), tool, '{}', {
      signal,
      conversationId: null,
      onOutput: (_, text) => heard.push(text),
    });
    expect(heard).toEqual(['card [card]']);
    expect([resultOf(end, 'en').output, rawOutputOf(end)]).toEqual(['card [card]', 'card [card]']);
  });

  it('picks a value of JSON output, and shows the whole when the path leads nowhere (A-074)', async () => {
    const { containers, run } = setUp();
    const stdout = '{"items": [{"n": 12345678901234567890}]}';
    containers.willPrint(stdout).willPrint(stdout);
    const found = await run(withLayer({ json: { path: '/items/0/n' } }));
    expect(resultOf(found, 'en')).toMatchObject({ success: true, message: '12345678901234567890' });
    const lost = await run(withLayer({ json: { path: '/things' } }));
    expect(resultOf(lost, 'en').message).toBe('{"items":[{"n":12345678901234567890}]}');
  });

  it('refuses output that was to be JSON and keeps it readable', async () => {
    const { containers, run } = setUp();
    containers.willPrint('Traceback? no\n');
    const result = resultOf(await run(withLayer({ json: true })), 'en');
    expect(result).toMatchObject({ success: false, status: 'error', code: 'output_not_json' });
    expect(result.output).toBe('Traceback? no\n');
  });

  it.each([
    [
      'table',
      '[{"a": 1}, {"b": [2]}]',
      {
        columns: ['a', 'b'],
        rows: [
          ['1', ''],
          ['', '[2]'],
        ],
      },
    ],
    ['table', '[["x"], [true], []]', { columns: ['x'], rows: [['true'], ['']], total: 2 }],
    [
      'chart',
      '{"type": "bar", "labels": ["a", 2], "series": [{"name": "s", "values": [1]}]}',
      { chart: 'bar', labels: ['a', '2'], series: [{ name: 's', values: [1, null] }] },
    ],
    ['markdown', '**5**', { text: '**5**' }],
  ])('shows a %s of %s', async (view, stdout, expected) => {
    const { containers, run } = setUp();
    containers.willPrint(stdout);
    const { extras } = await run(withLayer({ view }));
    expect(extras).toMatchObject({ view: { type: view, ...expected } });
  });

  it.each(['table', 'chart', 'image'])(
    'falls back to text when a %s does not fit',
    async (view) => {
      const { containers, run } = setUp();
      containers.willPrint('plain words');
      const end = await run(withLayer({ view }));
      expect(end.extras).toEqual({});
      expect(resultOf(end, 'en')).toMatchObject({ success: true, message: 'plain words' });
    },
  );

  it('keeps a picture as a file; the model reads what it is, never its bytes', async () => {
    const { containers, files, run } = setUp();
    containers.willPrint(`data:image/svg+xml;base64,${PNG.toString('base64')}\n`);
    const end = await run(withLayer({ view: 'image' }));
    expect(end.extras).toMatchObject({
      view: { type: 'image', file: { name: 'probe.png', mediaType: 'image/png', bytes: 16 } },
    });
    expect(files.saved[0]?.content).toEqual(PNG);
    expect(resultOf(end, 'en').output).toBe('[image/png, 16 bytes]\n');
  });

  it('keeps the whole output as a file when it is cut', async () => {
    const { containers, files, run } = setUp();
    containers.willPrint('x'.repeat(20_000));
    const end = await run(withLayer({ truncate: 5 }));
    expect(resultOf(end, 'en')).toMatchObject({ output: 'xxxxx', truncated: true });
    expect(end.extras.files).toMatchObject([{ name: 'probe-output.txt', bytes: 20_000 }]);
    expect(files.saved[0]?.mediaType).toMatch('text/plain');
  });
});
