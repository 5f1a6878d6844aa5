import type { ApiKeyBody, ApiKeyMade, ApiKeyRow, SessionRow } from '@contract/people';
import { api } from '@web/lib/api-client';

const KEYS = '/api/auth/api-keys';
const SESSIONS = '/api/auth/sessions';

export const securityApi = {
  sessions: async (signal?: AbortSignal) =>
    (await api.get<{ items: SessionRow[] }>(SESSIONS, { signal })).items,
  endSession: (id: string) => api.remove(`${SESSIONS}/${encodeURIComponent(id)}`),
  endOtherSessions: () => api.post(`${SESSIONS}/end-others`),
  keys: async (signal?: AbortSignal) =>
    (await api.get<{ items: ApiKeyRow[] }>(KEYS, { signal })).items,
  createKey: (body: ApiKeyBody) => api.post<ApiKeyMade>(KEYS, body),
  removeKey: (id: string) => api.remove(`${KEYS}/${encodeURIComponent(id)}`),
  endAllSessions: () => api.post(`${SESSIONS}/end-all`),
};
