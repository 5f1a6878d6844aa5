import { onScopeDispose, ref, shallowRef } from 'vue';
import type { CustomToolResult } from '@contract/tools';
import { ApiError } from '@web/lib/api-error';
import { customToolsApi } from './custom-tools.api';

/** One trial at a time; leaving or stopping ends the script in its container. */
export function useToolRun(
  run: (
    id: string,
    args: object,
    signal: AbortSignal,
  ) => Promise<CustomToolResult> = customToolsApi.run,
) {
  const result = shallowRef<CustomToolResult | null>(null);
  const failure = shallowRef<ApiError | null>(null);
  const isRunning = ref(false);
  const wasStopped = ref(false);
  let current: AbortController | null = null;

  async function start(id: string, args: object): Promise<void> {
    current?.abort();
    const own = new AbortController();
    current = own;
    result.value = null;
    failure.value = null;
    wasStopped.value = false;
    isRunning.value = true;
    try {
      const answer = await run(id, args, own.signal);
      if (current === own) result.value = answer;
    } catch (thrown) {
      if (!own.signal.aborted) failure.value = ApiError.from(thrown);
    } finally {
      if (current === own) isRunning.value = false;
    }
  }

  function stop(): void {
    if (!isRunning.value) return;
    wasStopped.value = true;
    current?.abort();
    isRunning.value = false;
  }

  onScopeDispose(() => current?.abort());
  return { result, failure, isRunning, wasStopped, start, stop };
}
