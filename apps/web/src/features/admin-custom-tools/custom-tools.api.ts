import type {
  CustomToolBody,
  CustomToolFileBody,
  CustomToolFileName,
  CustomToolResult,
  CustomToolSaved,
  CustomToolView,
} from '@contract/tools';
import { api } from '@web/lib/api-client';

const PATH = '/api/admin/custom-tools';
const isEnveloped = true;
const pathOf = (id: string) => `${PATH}/${encodeURIComponent(id)}`;

export const customToolsApi = {
  list: (signal?: AbortSignal) => api.get<CustomToolView[]>(PATH, { signal, isEnveloped }),
  reload: () => api.post<CustomToolView[]>(`${PATH}/reload`, {}, { isEnveloped }),
  get: (id: string, signal?: AbortSignal) =>
    api.get<CustomToolView>(pathOf(id), { signal, isEnveloped }),
  save: (body: CustomToolBody) => api.post<CustomToolSaved>(PATH, body, { isEnveloped }),
  remove: (id: string) => api.remove<{ deleted: string }>(PATH, { query: { id }, isEnveloped }),
  readFile: (id: string, name: CustomToolFileName) =>
    api.getText(`${PATH}/file`, { query: { id, name } }),
  saveFile: (body: CustomToolFileBody) =>
    api.post<{ hash: string; tool: CustomToolView }>(`${PATH}/file`, body, { isEnveloped }),
  run: (id: string, args: object, signal?: AbortSignal) =>
    api.post<CustomToolResult>(`${pathOf(id)}/run`, { arguments: args }, { signal, isEnveloped }),
};
