import type { InvitationView, PasswordBody } from '@contract/people';
import type { OwnLimit } from '@contract/usage';
import { api } from '@web/lib/api-client';

export const authApi = {
  checkInvitation: (token: string) =>
    api.post<InvitationView>('/api/auth/invitations/check', { token }),
  limits: async (signal?: AbortSignal) =>
    (await api.get<{ items: OwnLimit[] }>('/api/usage/limits', { signal })).items,
  changePassword: (body: PasswordBody) => api.post('/api/auth/password', body),
};
