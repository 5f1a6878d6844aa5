import type { ProviderTestBody, ProviderTestResult } from '@contract/models';
import { effectScope } from 'vue';
import { ApiError } from '@web/lib/api-error';
import { useConnectionTest } from './useConnectionTest';

const body: ProviderTestBody = { kind: 'openai', baseUrl: 'http://localhost:1/v1' };
const good = (models: string[]): ProviderTestResult => ({
  ok: true,
  models,
  elapsedMs: 5,
  baseUrl: body.baseUrl,
});

/** Answers when it is told to. */
class FakeProviders {
  answers: ((result: ProviderTestResult) => void)[] = [];
  test = () => new Promise<ProviderTestResult>((resolve) => this.answers.push(resolve));
}

describe('useConnectionTest', () => {
  it('shows what the provider offers', async () => {
    const test = useInScope(() => Promise.resolve(good(['a'])));
    await test.run(body);
    expect(test.result.value).toEqual(good(['a']));
    expect(test.isTesting.value).toBe(false);
  });

  it('turns a failed request into a failed test', async () => {
    const test = useInScope(() => Promise.reject(new TypeError('x')));
    await test.run(body);
    expect(test.result.value).toMatchObject({ ok: false, error: { code: 'unexpected' } });
    expect((test.result.value as { error: unknown }).error).toBeInstanceOf(ApiError);
  });

  it('ignores the answer to an older test', async () => {
    const providers = new FakeProviders();
    const test = useInScope(providers.test);
    const first = test.run(body);
    const second = test.run(body);
    providers.answers[1]?.(good(['new']));
    providers.answers[0]?.(good(['old']));
    await Promise.all([first, second]);
    expect(test.result.value).toEqual(good(['new']));
  });

  it('forgets a result when the draft changes, also one still on its way', async () => {
    const providers = new FakeProviders();
    const test = useInScope(providers.test);
    const running = test.run(body);
    test.forget();
    providers.answers[0]?.(good(['late']));
    await running;
    expect(test.result.value).toBeNull();
    expect(test.isTesting.value).toBe(false);
  });
});

function useInScope(test: () => Promise<ProviderTestResult>) {
  const made = effectScope().run(() => useConnectionTest(test));
  if (!made) throw new Error('the scope is closed');
  return made;
}
