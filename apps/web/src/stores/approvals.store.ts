import { defineStore } from 'pinia';
import { computed, ref, watch } from 'vue';
import type { ApprovalPage, ApprovalView } from '@contract/approvals';
import { api } from '@web/lib/api-client';
import { ApiError } from '@web/lib/api-error';
import { useLive } from './live.store';
import { useSession } from './session.store';

/** Questions that wait, as far as they concern who is signed in; kept fresh by the server's news. */
export const useApprovals = defineStore('approvals', () => {
  const live = useLive();
  const session = useSession();
  const pending = ref<ApprovalView[] | null>(null);
  const failure = ref<ApiError | null>(null);
  const toAnswer = computed(() => pending.value?.filter(({ canAnswer }) => canAnswer).length ?? 0);
  let asked = 0;

  /** Several at once may come back in another order; only the newest counts. */
  async function load(): Promise<void> {
    const mine = (asked += 1);
    try {
      const { items } = await api.get<ApprovalPage>('/api/approvals');
      if (mine !== asked) return;
      pending.value = items;
      failure.value = null;
    } catch (thrown) {
      if (mine === asked) failure.value = ApiError.from(thrown);
    }
  }

  live.on('approvals.changed', () => void load());
  watch(
    () => session.user?.id,
    () => (pending.value = null),
  );
  // News may have been missed while the connection was away.
  watch(
    () => (session.user ? live.state : null),
    (state) => void (state === 'online' && load()),
    { immediate: true },
  );

  return { pending, failure, toAnswer, load };
});
