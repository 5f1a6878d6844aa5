import type { CustomToolView } from '@contract/tools';
import { api } from '@web/lib/api-client';

const PATH = '/api/admin/custom-tools';
const isEnveloped = true;

/** What concerns the folder on the disk; everything else is the workshop's. */
export const customToolsApi = {
  reload: () => api.post<CustomToolView[]>(`${PATH}/reload`, {}, { isEnveloped }),
  remove: (id: string) => api.remove<{ deleted: string }>(PATH, { query: { id }, isEnveloped }),
};
