import { ref, toValue, type MaybeRefOrGetter } from 'vue';
import type { ApprovalAnswer, ApprovalAnswerKind, ApprovalView } from '@contract/approvals';
import { ApiError } from '@web/lib/api-error';
import { useLive } from '@web/stores/live.store';

/** A click this soon after the card appeared was meant for what stood there before. */
export const GUARD_MS = 500;

/** Answers a question once; what the server says to it stays in view. */
export function useApprovalAnswer(
  approval: MaybeRefOrGetter<ApprovalView>,
  now: () => number = () => performance.now(),
) {
  const live = useLive();
  const appearedAt = now();
  const busy = ref<ApprovalAnswerKind | null>(null);
  const failure = ref<ApiError | null>(null);

  async function answer(given: Omit<ApprovalAnswer, 'fingerprint'>): Promise<void> {
    if (busy.value !== null || now() - appearedAt < GUARD_MS) return;
    const { id: approvalId, fingerprint } = toValue(approval);
    busy.value = given.answer;
    failure.value = null;
    try {
      await live.send('approval.answer', { approvalId, fingerprint, ...given });
    } catch (thrown) {
      failure.value = ApiError.from(thrown);
    } finally {
      busy.value = null;
    }
  }

  return { busy, failure, answer };
}

/** Whoever writes is not torn out of their sentence. */
export function isTyping(): boolean {
  const focused = document.activeElement;
  return (
    (focused instanceof HTMLTextAreaElement || focused instanceof HTMLInputElement) &&
    focused.value !== ''
  );
}
