import { useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/vue-query';
import { refDebounced } from '@vueuse/core';
import { computed, onScopeDispose, ref } from 'vue';
import type { ConversationPage, ConversationRow } from '@contract/chat';
import { useLive } from '@web/stores/live.store';
import { chatApi } from './chat.api';
import { placeRow } from './conversation-groups';

const KEY = 'chat-conversations';
type Pages = InfiniteData<ConversationPage, string | null>;

/** The person's conversations, newest first, kept in step by what the server tells. */
export function useConversationList() {
  const live = useLive();
  const client = useQueryClient();
  const search = ref('');
  const wanted = refDebounced(search, 200);

  const query = useInfiniteQuery({
    queryKey: [KEY, wanted],
    queryFn: ({ pageParam, signal }) => chatApi.list(wanted.value, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
  const rows = computed(() => query.data.value?.pages.flatMap(({ items }) => items));

  const end = live.on('conversation.changed', ({ conversationId, conversation }) => {
    client.setQueryData<Pages>(
      [KEY, ''],
      (pages) => pages && changed(pages, conversationId, conversation),
    );
  });
  onScopeDispose(end);

  async function rename(row: ConversationRow, title: string): Promise<void> {
    place({ ...row, title });
    await chatApi.rename(row.id, title).catch((thrown: unknown) => {
      place(row);
      throw thrown;
    });
  }

  function place(row: ConversationRow): void {
    client.setQueriesData<Pages>({ queryKey: [KEY] }, (pages) => pages && replaced(pages, row));
  }

  async function remove(id: string): Promise<void> {
    await chatApi.remove(id);
    await client.invalidateQueries({ queryKey: [KEY] });
  }

  return { ...query, rows, search, rename, remove };
}

const replaced = ({ pages, pageParams }: Pages, row: ConversationRow): Pages => ({
  pages: pages.map(({ items, nextCursor }) => ({
    items: items.map((other) => (other.id === row.id ? row : other)),
    nextCursor,
  })),
  pageParams,
});

function changed(pages: Pages, id: string, row: ConversationRow | null): Pages {
  const all = placeRow(
    pages.pages.flatMap(({ items }) => items),
    id,
    row,
  );
  const nextCursor = pages.pages.at(-1)?.nextCursor ?? null;
  // One page that holds all: where pages were cut no longer matters, the last cursor still continues.
  return { pages: [{ items: all, nextCursor }], pageParams: [null] };
}
