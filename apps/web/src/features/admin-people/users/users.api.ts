import type { CreateUserBody, UpdateUserBody, UserLink, UserRow } from '@contract/people';
import { api } from '@web/lib/api-client';

const USERS = '/api/admin/users';

export const usersApi = {
  list: async (signal?: AbortSignal) =>
    (await api.get<{ items: UserRow[] }>(USERS, { signal })).items,
  create: (body: CreateUserBody) => api.post<UserLink>(USERS, body),
  update: (id: string, body: UpdateUserBody) =>
    api.patch<UserRow>(`${USERS}/${encodeURIComponent(id)}`, body),
  removeSecondFactor: (id: string) =>
    api.remove(`${USERS}/${encodeURIComponent(id)}/second-factor`),
  createLink: (id: string) => api.post<UserLink>(`${USERS}/${encodeURIComponent(id)}/reset`),
};
