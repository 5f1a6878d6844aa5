import type { SessionRow } from '@contract/people';
import { api } from '@web/lib/api-client';

const SESSIONS = '/api/auth/sessions';

export const securityApi = {
  sessions: async (signal?: AbortSignal) =>
    (await api.get<{ items: SessionRow[] }>(SESSIONS, { signal })).items,
  endSession: (id: string) => api.remove(`${SESSIONS}/${encodeURIComponent(id)}`),
  endOtherSessions: () => api.post(`${SESSIONS}/end-others`),
  endAllSessions: () => api.post(`${SESSIONS}/end-all`),
};
