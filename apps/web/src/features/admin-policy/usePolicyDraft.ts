import { useQueryClient } from '@tanstack/vue-query';
import { computed, shallowRef, watch, type Ref } from 'vue';
import type { PolicyDocument, PolicyView } from '@contract/policy';
import { changeCount } from './policy-draft';
import { policyApi } from './policy.api';
import { POLICY_KEY } from './usePolicy';

/** Edits of the policy that nobody feels until they are saved. */
export function usePolicyDraft(view: Ref<PolicyView | undefined>, calls = policyApi) {
  const queries = useQueryClient();
  const draft = shallowRef<PolicyDocument | null>(null);
  /** The version the edits began with. */
  const base = shallowRef<PolicyView | null>(null);
  const document = computed(() => draft.value ?? view.value?.document ?? null);
  const changes = computed(() =>
    draft.value && base.value ? changeCount(base.value.document, draft.value) : 0,
  );
  const isOutdated = computed(
    () => changes.value > 0 && base.value?.version !== view.value?.version,
  );

  // Edits that changed everything back are none.
  watch(changes, (count) => {
    if (count === 0) discard();
  });

  function edit(change: (document: PolicyDocument) => PolicyDocument): void {
    if (!document.value) return;
    base.value ??= view.value ?? null;
    draft.value = change(document.value);
  }

  function discard(): void {
    draft.value = null;
    base.value = null;
  }

  async function save(note: string, confirmWidening: boolean): Promise<void> {
    if (!draft.value || !base.value) return;
    const { version: baseVersion } = base.value;
    const body = { document: draft.value, baseVersion, note, confirmWidening };
    const saved = await calls.save(body);
    discard();
    queries.setQueryData(POLICY_KEY, saved);
    await queries.invalidateQueries({ queryKey: [...POLICY_KEY, 'versions'] });
  }

  return { document, draft, base, changes, isOutdated, edit, discard, save };
}
