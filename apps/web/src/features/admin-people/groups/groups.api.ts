import type { GroupRow, GroupView, UserRow } from '@contract/people';
import { api } from '@web/lib/api-client';

const GROUPS = '/api/admin/groups';
const pathOf = (id: string) => `${GROUPS}/${encodeURIComponent(id)}`;

export interface GroupFields {
  name: string;
  description: string;
}

export const groupsApi = {
  list: async (signal?: AbortSignal) =>
    (await api.get<{ items: GroupRow[] }>(GROUPS, { signal })).items,
  get: (id: string, signal?: AbortSignal) => api.get<GroupView>(pathOf(id), { signal }),
  create: (body: GroupFields) => api.post<GroupView>(GROUPS, body),
  update: (id: string, body: GroupFields) => api.patch<GroupView>(pathOf(id), body),
  setMembers: (id: string, userIds: string[]) =>
    api.put<GroupView>(`${pathOf(id)}/members`, { userIds }),
  remove: (id: string) => api.remove(pathOf(id)),
  /** Everybody who could be a member. */
  people: async (signal?: AbortSignal) =>
    (await api.get<{ items: UserRow[] }>('/api/admin/users', { signal })).items,
};
