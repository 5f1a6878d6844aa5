import type { InvitationView, PasswordBody } from '@contract/people';
import { api } from '@web/lib/api-client';

export const authApi = {
  checkInvitation: (token: string) =>
    api.post<InvitationView>('/api/auth/invitations/check', { token }),
  changePassword: (body: PasswordBody) => api.post('/api/auth/password', body),
};
