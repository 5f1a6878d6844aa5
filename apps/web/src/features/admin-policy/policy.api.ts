import type {
  PlacementBody,
  PolicyAnswer,
  PolicyDocument,
  PolicyImpact,
  PolicyQuestion,
  PolicyReach,
  PolicyReachQuestion,
  PolicySaveBody,
  PolicyVersionRow,
  PolicyVersionView,
  PolicyView,
} from '@contract/policy';
import { api } from '@web/lib/api-client';

const POLICY = '/api/admin/policy';
const PLACEMENTS = `${POLICY}/placements`;

export const policyApi = {
  view: (signal?: AbortSignal) => api.get<PolicyView>(POLICY, { signal }),
  save: (body: PolicySaveBody) => api.put<PolicyView>(POLICY, body),
  impact: (document: PolicyDocument, signal?: AbortSignal) =>
    api.post<PolicyImpact>(`${POLICY}/impact`, { document }, { signal }),
  explain: (question: PolicyQuestion, signal?: AbortSignal) =>
    api.post<PolicyAnswer>(`${POLICY}/explain`, question, { signal }),
  reach: (question: PolicyReachQuestion, signal?: AbortSignal) =>
    api.post<PolicyReach>(`${POLICY}/reach`, question, { signal }),
  place: (body: PlacementBody) => api.post<PolicyView>(PLACEMENTS, body),
  unplace: (tool: string, confirmWidening = false) =>
    api.remove<PolicyView>(`${PLACEMENTS}/${encodeURIComponent(tool)}`, {
      query: confirmWidening ? { confirmWidening } : {},
    }),
  versions: async (before: number | null, signal?: AbortSignal) =>
    (
      await api.get<{ items: PolicyVersionRow[] }>(`${POLICY}/versions`, {
        query: { before },
        signal,
      })
    ).items,
  version: (version: number, signal?: AbortSignal) =>
    api.get<PolicyVersionView>(`${POLICY}/versions/${version}`, { signal }),
  restore: (version: number, body: { baseVersion: number; confirmWidening?: boolean }) =>
    api.post<PolicyView>(`${POLICY}/versions/${version}/restore`, body),
};
