import { effectScope } from 'vue';
import type { CustomToolResult } from '@contract/tools';
import { ApiError } from '@web/lib/api-error';
import { useToolRun } from './useToolRun';

/** Every run waits until the spec answers it. */
function open() {
  const calls: {
    signal: AbortSignal;
    answer: (output: string) => void;
    refuse: (error: ApiError) => void;
  }[] = [];
  const scope = effectScope();
  const panel = scope.run(() =>
    useToolRun(
      (_id, _args, signal) =>
        new Promise((resolve, reject) => {
          const answer = (output: string) => resolve({ output } as CustomToolResult);
          calls.push({ signal, answer, refuse: reject });
        }),
    ),
  );
  if (!panel) throw new Error('the scope has ended');
  return { panel, calls, scope };
}

describe('useToolRun', () => {
  it('shows what the script did', async () => {
    const { panel, calls } = open();
    const run = panel.start('calc', {});
    expect(panel.isRunning.value).toBe(true);
    calls[0]?.answer('1.5');
    await run;
    expect([panel.isRunning.value, panel.result.value?.output]).toEqual([false, '1.5']);
  });

  it('keeps the answer of the latest run only', async () => {
    const { panel, calls } = open();
    const first = panel.start('calc', {});
    const second = panel.start('calc', {});
    expect(calls[0]?.signal.aborted).toBe(true);
    calls[1]?.answer('new');
    await second;
    calls[0]?.answer('old');
    await first;
    expect(panel.result.value?.output).toBe('new');
  });

  it('says when it was stopped, which is no failure', async () => {
    const { panel, calls } = open();
    const run = panel.start('calc', {});
    panel.stop();
    calls[0]?.refuse(new ApiError({ error: 'gone', code: 'gone', canRetry: false }));
    await run;
    expect(calls[0]?.signal.aborted).toBe(true);
    expect([panel.wasStopped.value, panel.failure.value]).toEqual([true, null]);
  });

  it('ends the script when the page is left', () => {
    const { panel, calls, scope } = open();
    void panel.start('calc', {});
    scope.stop();
    expect(calls[0]?.signal.aborted).toBe(true);
  });
});
