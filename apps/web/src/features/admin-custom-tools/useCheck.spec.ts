import { effectScope, nextTick, ref } from 'vue';
import type { CheckBody, CheckResult } from '@contract/workshop';
import { ApiError } from '@web/lib/api-error';
import { useCheck } from './useCheck';

/** Every pause and every check waits until the spec lets it go. */
function open(first: string) {
  const text = ref(first);
  const pauses: (() => void)[] = [];
  const asked: {
    body: CheckBody;
    signal: AbortSignal;
    answer: (rule: string) => void;
    refuse: (error: ApiError) => void;
  }[] = [];
  const scope = effectScope();
  const check = scope.run(() =>
    useCheck(
      () => ({ id: 'calc', files: { 'execution.py': text.value } }),
      (body, signal) =>
        new Promise((resolve, refuse) => {
          const answer = (rule: string) =>
            resolve({ findings: [{ rule }] } as unknown as CheckResult);
          asked.push({ body, signal, answer, refuse });
        }),
      () => new Promise((done) => pauses.push(() => done())),
    ),
  )!;
  const settle = async () => {
    for (let turn = 0; turn < 5; turn++) await nextTick();
  };
  const type = async (next: string) => {
    text.value = next;
    await settle();
  };
  const release = async () => {
    pauses.splice(0).forEach((go) => go());
    await settle();
  };
  const rules = () => check.result.value?.findings.map(({ rule }) => rule);
  return { check, asked, scope, type, release, settle, rules };
}

describe('checking while typing', () => {
  it('asks once for a burst of typing, about the last text', async () => {
    const { asked, type, release, rules, settle } = open('a');
    await type('ab');
    await type('abc');
    await release();
    expect(asked.map(({ body }) => body.files['execution.py'])).toEqual(['abc']);
    asked[0]?.answer('found');
    await settle();
    expect(rules()).toEqual(['found']);
  });

  it('drops an answer about an older text', async () => {
    const { asked, type, release, rules, settle, check } = open('a');
    await release();
    await type('b');
    expect(asked[0]?.signal.aborted).toBe(true);
    await release();
    asked[1]?.answer('new');
    asked[0]?.answer('old');
    await settle();
    expect(rules()).toEqual(['new']);
    expect(check.checked.value?.files['execution.py']).toBe('b');
  });

  it('keeps the last findings and says why when the server cannot be asked', async () => {
    const { asked, type, release, settle, rules, check } = open('a');
    await release();
    asked[0]?.answer('found');
    await type('b');
    await release();
    asked[1]?.refuse(new ApiError({ error: 'gone', code: 'unreachable', canRetry: true }));
    await settle();
    expect([rules(), check.failure.value?.code, check.isChecking.value]).toEqual([
      ['found'],
      'unreachable',
      false,
    ]);
  });

  it('asks for nothing once the page is left', async () => {
    const { asked, scope, release } = open('a');
    scope.stop();
    await release();
    expect(asked).toEqual([]);
  });
});
