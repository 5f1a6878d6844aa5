import { FakeContainers } from '../../../../../../test/support/fake-containers';
import { aCaller } from '../../../../../../test/support/fake-tools';
import { readTool } from '../folder/read-tool';
import { callSecretsOf, NO_SECRETS } from '../secrets/call-secrets';
import type { ToolSecrets } from '../secrets/tool-secrets.service';
import { folderOf } from '../versions/version-files';
import { ToolExecution } from './execution.service';
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
  const execution = new ToolExecution(containers, { forCall } as ToolSecrets);
  const { signal } = new AbortController();
  const run = (tool: ReturnType<typeof aScript>, given: object = {}, caller = aCaller()) =>
    execution.run(caller, tool, JSON.stringify(given), { signal });
  return { containers, execution, run, signal };
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
    expect(containers.calls[0]).toMatchObject({ outputChars: 10_000, timeoutMs: 30_000 });
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
