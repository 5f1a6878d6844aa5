import { onScopeDispose, ref, shallowRef, watch } from 'vue';
import type { CheckBody, CheckResult } from '@contract/workshop';
import { ApiError } from '@web/lib/api-error';
import { workshopApi } from './workshop.api';

type Check = (body: CheckBody, signal: AbortSignal) => Promise<CheckResult>;
type Pause = (signal: AbortSignal) => Promise<void>;

const PAUSE_MS = 250;
const pauseInTyping: Pause = () => new Promise((done) => setTimeout(done, PAUSE_MS));

/** What the server finds in the files as they are typed. An answer about an older text is dropped. */
export function useCheck(
  source: () => CheckBody | null,
  check: Check = workshopApi.check,
  pause: Pause = pauseInTyping,
) {
  const result = shallowRef<CheckResult | null>(null);
  /** The text the result is about. */
  const checked = shallowRef<CheckBody | null>(null);
  const failure = shallowRef<ApiError | null>(null);
  const isChecking = ref(false);
  let current: AbortController | null = null;

  async function ask(body: CheckBody): Promise<void> {
    current?.abort();
    const own = new AbortController();
    current = own;
    isChecking.value = true;
    await pause(own.signal);
    if (current !== own) return;
    try {
      const answer = await check(body, own.signal);
      if (current !== own) return;
      result.value = answer;
      checked.value = body;
      failure.value = null;
    } catch (thrown) {
      if (current === own) failure.value = ApiError.from(thrown);
    } finally {
      if (current === own) isChecking.value = false;
    }
  }

  watch(source, (body) => body && void ask(body), { immediate: true });
  onScopeDispose(() => {
    current?.abort();
    current = null;
  });
  return { result, checked, failure, isChecking };
}
