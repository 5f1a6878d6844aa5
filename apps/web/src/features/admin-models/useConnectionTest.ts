import { onScopeDispose, ref, shallowRef } from 'vue';
import type { ProviderTestBody, ProviderTestResult } from '@contract/models';
import { ApiError } from '@web/lib/api-error';
import { adminModelsApi } from './admin-models.api';

/** One test at a time; the answer to an older one is not shown. */
export function useConnectionTest(
  test: (
    body: ProviderTestBody,
    signal: AbortSignal,
  ) => Promise<ProviderTestResult> = adminModelsApi.test,
) {
  const result = shallowRef<ProviderTestResult | null>(null);
  const isTesting = ref(false);
  let current: AbortController | null = null;

  async function run(body: ProviderTestBody): Promise<void> {
    current?.abort();
    const own = new AbortController();
    current = own;
    isTesting.value = true;
    result.value = null;
    try {
      const answer = await test(body, own.signal);
      if (current === own) result.value = answer;
    } catch (thrown) {
      if (current === own) result.value = { ok: false, error: ApiError.from(thrown) };
    } finally {
      if (current === own) isTesting.value = false;
    }
  }

  /** Another address or key: what was found does not speak for it. */
  function forget(): void {
    current?.abort();
    current = null;
    isTesting.value = false;
    result.value = null;
  }

  onScopeDispose(forget);
  return { result, isTesting, run, forget };
}
