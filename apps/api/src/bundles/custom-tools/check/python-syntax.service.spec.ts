import type { ScriptCall } from '@/engines/containers/container-runtime';
import { ContainerEngineUnavailable } from '@/engines/containers/containers.errors';
import { aScriptResult, FakeContainers } from '../../../../../../test/support/fake-containers';
import { PythonSyntax } from './python-syntax.service';
import { SYNTAX_SCRIPT } from './syntax-script';

const CALLER = { userId: 'u', name: 'U', role: 'admin', locale: 'en', sessionId: null } as const;
const { signal } = new AbortController();

describe('PythonSyntax', () => {
  it('runs only our own script; what is checked goes in as a parameter (S-26)', async () => {
    const containers = new FakeContainers().willPrint('[]');
    const source = "__import__('os').system('id')";
    expect(await new PythonSyntax(containers).check(CALLER, source, signal)).toEqual([]);
    const [call] = containers.calls as [ScriptCall];
    expect(call.script).toBe(SYNTAX_SCRIPT);
    expect(JSON.parse(call.parametersJson)).toEqual({ source });
    expect(call).not.toHaveProperty('secrets');
    expect(call).not.toHaveProperty('allowedHosts');
  });

  it('asks once for the same script', async () => {
    const answer =
      '[["error", "invalid syntax", 2, 3, 2, 5], ["warning", "odd", 1, null, null, null]]';
    const containers = new FakeContainers().willPrint(answer);
    const syntax = new PythonSyntax(containers);
    const first = await syntax.check(CALLER, 'x', signal);
    expect(first).toMatchObject([{ kind: 'error', line: 2, column: 3 }, { kind: 'warning' }]);
    expect(await syntax.check(CALLER, 'x', signal)).toEqual(first);
    expect(containers.calls).toHaveLength(1);
  });

  it.each([
    [
      'no engine',
      (it: FakeContainers) => it.willThrow(new ContainerEngineUnavailable('no_engine')),
    ],
    ['no time', (it: FakeContainers) => it.willEnd({ state: 'timeout' })],
    ['no sense', (it: FakeContainers) => it.willPrint('[["error", 5]]')],
    ['no JSON', (it: FakeContainers) => it.willPrint('hello')],
  ])('knows nothing with %s, and asks again next time', async (_, prepare) => {
    const containers = prepare(new FakeContainers()).will(() =>
      Promise.resolve(aScriptResult({ stdout: '[]' })),
    );
    const syntax = new PythonSyntax(containers);
    expect(await syntax.check(CALLER, 'x', signal)).toBeNull();
    expect(await syntax.check(CALLER, 'x', signal)).toEqual([]);
  });

  it('does not wait for an engine that is known to be away', async () => {
    const containers = new FakeContainers();
    containers.engine = { ...containers.engine, isReady: false, problem: 'away' };
    expect(await new PythonSyntax(containers).check(CALLER, 'x', signal)).toBeNull();
    expect(containers.calls).toEqual([]);
  });
});
