import { computed, onScopeDispose, reactive, ref, shallowRef } from 'vue';
import type { TestCaseResult, TestEvent, TestSummary } from '@contract/workshop';
import { ApiError } from '@web/lib/api-error';
import { workshopApi } from '../workshop.api';

type RunAll = (id: string, version: number, signal: AbortSignal) => AsyncIterable<TestEvent>;

/** All cases of a version side by side, each result as it comes. */
export function useTestRun(runAll: RunAll = workshopApi.runTests) {
  const names = ref<string[]>([]);
  const results = ref<(TestCaseResult | null)[]>([]);
  const summary = shallowRef<TestSummary | null>(null);
  const failure = shallowRef<ApiError | null>(null);
  const isRunning = ref(false);
  const doneCount = computed(() => results.value.filter((one) => one !== null).length);
  let current: AbortController | null = null;

  function apply(event: TestEvent): void {
    if (event.type === 'started') {
      names.value = event.names;
      results.value = event.names.map(() => null);
    } else if (event.type === 'case') {
      results.value[event.index] = event.result;
    } else {
      summary.value = event.summary;
    }
  }

  async function start(id: string, version: number): Promise<void> {
    current?.abort();
    const own = new AbortController();
    current = own;
    names.value = [];
    results.value = [];
    summary.value = null;
    failure.value = null;
    isRunning.value = true;
    try {
      for await (const event of runAll(id, version, own.signal)) {
        if (current !== own) return;
        apply(event);
      }
      if (current === own && !summary.value) throw ApiError.unreachable();
    } catch (thrown) {
      if (current === own && !own.signal.aborted) failure.value = ApiError.from(thrown);
    } finally {
      if (current === own) isRunning.value = false;
    }
  }

  function stop(): void {
    current?.abort();
    isRunning.value = false;
  }

  onScopeDispose(stop);
  return reactive({
    ...{ names, results, summary, failure, isRunning, doneCount },
    ...{ start, stop },
  });
}
