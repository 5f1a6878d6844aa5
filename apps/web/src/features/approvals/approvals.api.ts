import type { ApprovalPage } from '@contract/approvals';
import { api } from '@web/lib/api-client';

export const approvalsApi = {
  decided: async (signal?: AbortSignal) =>
    (await api.get<ApprovalPage>('/api/approvals', { query: { state: 'decided' }, signal })).items,
};
