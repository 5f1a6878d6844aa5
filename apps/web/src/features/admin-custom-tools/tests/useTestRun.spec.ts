import { effectScope } from 'vue';
import type { TestCaseResult, TestEvent } from '@contract/workshop';
import { ApiError } from '@web/lib/api-error';
import { useTestRun } from './useTestRun';

const result = (name: string, passed: boolean) => ({ name, passed }) as TestCaseResult;
const LINES: TestEvent[] = [
  { type: 'started', names: ['a', 'b'] },
  { type: 'case', index: 1, result: result('b', false) },
  { type: 'case', index: 0, result: result('a', true) },
  { type: 'end', summary: { passed: 1, failed: 1, at: '2026-01-01T00:00:00Z' } },
];

async function* lines(events: readonly TestEvent[], thrown?: ApiError): AsyncGenerator<TestEvent> {
  for (const event of events) yield await Promise.resolve(event);
  if (thrown) throw thrown;
}

const open = (run: () => AsyncIterable<TestEvent>) =>
  effectScope().run(() => useTestRun(() => run()))!;

describe('running all tests', () => {
  it('puts each result where its case stands, in whatever order they end', async () => {
    const run = open(() => lines(LINES));
    await run.start('calc', 3);
    expect(run.results.map((one) => one?.passed)).toEqual([true, false]);
    expect([run.doneCount, run.summary?.failed, run.isRunning]).toEqual([2, 1, false]);
  });

  it('keeps what came before the connection broke, and says so', async () => {
    const run = open(() => lines(LINES.slice(0, 2)));
    await run.start('calc', 3);
    expect([run.doneCount, run.failure?.code]).toEqual([1, 'unreachable']);
  });

  it('tells why it was refused', async () => {
    const error = new ApiError({ error: 'no', code: 'custom_tool_invalid', canRetry: false }, 422);
    const run = open(() => lines([], error));
    await run.start('calc', 3);
    expect(run.failure?.code).toBe('custom_tool_invalid');
  });
});
