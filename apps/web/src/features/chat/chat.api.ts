import type {
  ConversationDetail,
  ConversationPage,
  ConversationRow,
  RunEvent,
} from '@contract/chat';
import type { ModelChoice } from '@contract/models';
import type { ToolView } from '@contract/tools';
import { api } from '@web/lib/api-client';

const pathOf = (id: string) => `/api/conversations/${encodeURIComponent(id)}`;

export const chatApi = {
  list: (search: string, cursor: string | null, signal?: AbortSignal) =>
    api.get<ConversationPage>('/api/conversations', { query: { q: search, cursor }, signal }),
  open: (id: string, signal?: AbortSignal) => api.get<ConversationDetail>(pathOf(id), { signal }),
  rename: (id: string, title: string) => api.patch<ConversationRow>(pathOf(id), { title }),
  remove: (id: string) => api.remove(pathOf(id)),
  events: (id: string, afterSeq: number, signal?: AbortSignal) =>
    api
      .get<{ items: RunEvent[] }>(`${pathOf(id)}/events`, { query: { afterSeq }, signal })
      .then(({ items }) => items),
  models: (signal?: AbortSignal) =>
    api.get<{ items: ModelChoice[] }>('/api/models', { signal }).then(({ items }) => items),
  tools: (signal?: AbortSignal) =>
    api.get<{ items: ToolView[] }>('/api/tools', { signal }).then(({ items }) => items),
};
