import type { PlacementBody, PolicyView } from '@contract/policy';
import { api } from '@web/lib/api-client';

const PLACEMENTS = '/api/admin/policy/placements';

export const policyApi = {
  view: (signal?: AbortSignal) => api.get<PolicyView>('/api/admin/policy', { signal }),
  place: (body: PlacementBody) => api.post<PolicyView>(PLACEMENTS, body),
  unplace: (tool: string) => api.remove<PolicyView>(`${PLACEMENTS}/${encodeURIComponent(tool)}`),
};
