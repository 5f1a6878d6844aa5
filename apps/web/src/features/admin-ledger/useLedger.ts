import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue';
import { useRoute, useRouter } from 'vue-router';
import type { LedgerRow } from '@contract/ledger';
import { useLive } from '@web/stores/live.store';
import { ApiError } from '@web/lib/api-error';
import { filterOf, inFront, readFilter, type Shown } from './ledger-filter';
import { ledgerApi } from './ledger.api';

const TAIL_ROWS = 200;
/** More than that is a page to scroll no longer; older rows are found by filters. */
const MOST_ROWS = 2_000;
/** Another server may have written what nobody told this one. */
const LOOK_EVERY_MS = 10_000;

/** The rows of the filter in the address: page by page into the past, and what happens now in front. */
export function useLedger() {
  const { shown, setFilter } = useAddress();
  const rows = shallowRef<LedgerRow[] | null>(null);
  const nextBefore = ref<number | null>(null);
  const failure = ref<ApiError | null>(null);
  const isFetching = ref(false);
  const isLive = ref(true);
  const key = computed(() => JSON.stringify(shown.value));
  let turn = new AbortController();

  async function fetchRows(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const { signal } = turn;
    isFetching.value = true;
    try {
      await work(signal);
      if (!signal.aborted) failure.value = null;
    } catch (thrown) {
      if (!signal.aborted) failure.value = ApiError.from(thrown);
    } finally {
      if (!signal.aborted) isFetching.value = false;
    }
  }

  function load(): Promise<void> {
    turn.abort();
    turn = new AbortController();
    return fetchRows(async (signal) => {
      const page = await ledgerApi.list(filterOf(shown.value), {}, signal);
      if (signal.aborted) return;
      rows.value = page.items;
      nextBefore.value = page.nextBefore;
    });
  }

  function loadMore(): Promise<void> {
    const before = nextBefore.value;
    if (before === null || isFetching.value) return Promise.resolve();
    return fetchRows(async (signal) => {
      const page = await ledgerApi.list(filterOf(shown.value), { before }, signal);
      if (signal.aborted) return;
      rows.value = [...(rows.value ?? []), ...page.items];
      nextBefore.value = rows.value.length < MOST_ROWS ? page.nextBefore : null;
    });
  }

  async function follow(): Promise<void> {
    const known = rows.value;
    if (!isLive.value || known === null || isFetching.value || document.hidden) return;
    const marks = { after: known[0]?.seq ?? 0, limit: TAIL_ROWS };
    await fetchRows(async (signal) => {
      const { items, nextBefore: gap } = await ledgerApi.list(filterOf(shown.value), marks, signal);
      if (signal.aborted) return;
      // More than one page came at once: what lies between would be missing.
      if (gap !== null) await load();
      else if (items.length > 0) rows.value = inFront(items, rows.value ?? []);
    });
  }

  watch(key, () => void load(), { immediate: true });
  watch(isLive, () => void follow());
  useTail(() => void follow());
  onScopeDispose(() => turn.abort());
  return { rows, nextBefore, failure, isFetching, isLive, shown, setFilter, load, loadMore };
}

/** When something may have been written: at the server's word, and now and then without it. */
function useTail(follow: () => void): void {
  const unsubscribe = useLive().on('ledger.changed', follow);
  const timer = setInterval(follow, LOOK_EVERY_MS);
  onScopeDispose(() => {
    unsubscribe();
    clearInterval(timer);
  });
}

/** The filter is what the address says. */
function useAddress() {
  const route = useRoute();
  const router = useRouter();
  const shown = computed(() => readFilter(route.query));
  const setFilter = (change: { [Name in keyof Shown]?: Shown[Name] | undefined }) =>
    router.replace({ query: { ...route.query, ...change, row: undefined } });
  return { shown, setFilter };
}
