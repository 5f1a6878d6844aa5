import type { GroupRow } from '@contract/people';
import type {
  CheckBody,
  CheckResult,
  ImportResult,
  PublishBody,
  SecretRow,
  TestEvent,
  ToolCallRow,
  ToolHealth,
  ToolState,
  TryBody,
  TryEvent,
  VersionBody,
  VersionDetail,
  VersionRow,
  WorkshopTool,
} from '@contract/workshop';
import { api } from '@web/lib/api-client';

const PATH = '/api/admin/workshop';
const isEnveloped = true;
const pathOf = (id: string, rest = '') => `${PATH}/tools/${encodeURIComponent(id)}${rest}`;
const secretPath = (id: string, name: string) => pathOf(id, `/secrets/${encodeURIComponent(name)}`);

export type StateChange = Partial<Omit<ToolState, 'pausedReason'>>;
export type HealthDays = 1 | 7 | 30;

export const workshopApi = {
  list: (signal?: AbortSignal) => api.get<WorkshopTool[]>(`${PATH}/tools`, { signal, isEnveloped }),
  groups: async (signal?: AbortSignal) =>
    (await api.get<{ items: GroupRow[] }>('/api/admin/groups', { signal })).items,
  get: (id: string, signal?: AbortSignal) =>
    api.get<WorkshopTool>(pathOf(id), { signal, isEnveloped }),
  versions: (id: string, before?: number) =>
    api.get<VersionRow[]>(pathOf(id, '/versions'), { query: { before, limit: 30 }, isEnveloped }),
  version: (id: string, number: number) =>
    api.get<VersionDetail>(pathOf(id, `/versions/${number}`), { isEnveloped }),
  save: (id: string, body: VersionBody) =>
    api.post<VersionDetail>(pathOf(id, '/versions'), body, { isEnveloped }),
  publish: (id: string, body: PublishBody) =>
    api.post<WorkshopTool>(pathOf(id, '/publish'), body, { isEnveloped }),
  changeState: (id: string, change: StateChange) =>
    api.patch<WorkshopTool>(pathOf(id, '/state'), change, { isEnveloped }),
  setSecret: (id: string, name: string, value: string) =>
    api.put<SecretRow[]>(secretPath(id, name), { value }, { isEnveloped }),
  removeSecret: (id: string, name: string) =>
    api.remove<SecretRow[]>(secretPath(id, name), { isEnveloped }),
  try: (id: string, body: TryBody, signal: AbortSignal): AsyncIterable<TryEvent> =>
    api.postForLines<TryEvent>(pathOf(id, '/try'), body, { signal }),
  calls: (id: string, signal?: AbortSignal) =>
    api.get<ToolCallRow[]>(pathOf(id, '/calls'), { query: { limit: 20 }, signal, isEnveloped }),
  health: (id: string, days: HealthDays, signal?: AbortSignal) =>
    api.get<ToolHealth>(pathOf(id, '/health'), { query: { days }, signal, isEnveloped }),
  runTests: (id: string, version: number, signal: AbortSignal): AsyncIterable<TestEvent> =>
    api.postForLines<TestEvent>(pathOf(id, '/tests/run'), { version }, { signal }),
  check: (body: CheckBody, signal: AbortSignal) =>
    api.post<CheckResult>(`${PATH}/check`, body, { signal, isEnveloped }),
  import: (file: Blob) => api.postFile<ImportResult>(`${PATH}/import`, file, { isEnveloped }),
  /** An address to download from; without an id all published tools. */
  exportPath: (id?: string) =>
    id === undefined ? `${PATH}/export` : `${PATH}/export?id=${encodeURIComponent(id)}`,
};

/** What is cached under which name, so that one change corrects every view of a tool. */
export const workshopKeys = {
  list: ['workshop', 'list'],
  calls: (id: string) => ['workshop', 'calls', id],
  health: (id: string, days: HealthDays) => ['workshop', 'health', id, days],
  versions: (id: string) => ['workshop', 'versions', id],
};
