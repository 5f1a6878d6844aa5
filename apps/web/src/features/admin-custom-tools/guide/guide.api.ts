import type { CustomToolView } from '@contract/tools';
import type { ToolFileTexts, VersionBody, VersionDetail, WorkshopTool } from '@contract/workshop';
import { api } from '@web/lib/api-client';

const isEnveloped = true;
const pathOf = (id: string, rest = '') =>
  `/api/admin/workshop/tools/${encodeURIComponent(id)}${rest}`;

export const guideApi = {
  checks: (signal?: AbortSignal) =>
    api.get<CustomToolView[]>('/api/admin/custom-tools', { signal, isEnveloped }),
  tool: (id: string) => api.get<WorkshopTool>(pathOf(id), { isEnveloped }),
  version: async (id: string, number: number): Promise<ToolFileTexts> => {
    const { files } = await api.get<VersionDetail>(pathOf(id, `/versions/${number}`), {
      isEnveloped,
    });
    return files;
  },
  save: (id: string, body: VersionBody) =>
    api.post<VersionDetail>(pathOf(id, '/versions'), body, { isEnveloped }),
};
