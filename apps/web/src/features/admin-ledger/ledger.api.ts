import type {
  LedgerCheck,
  LedgerDetail,
  LedgerFilter,
  LedgerPage,
  LedgerRetention,
} from '@contract/ledger';
import { api } from '@web/lib/api-client';

const BASE = '/api/admin/ledger';
interface Marks {
  before?: number | undefined;
  after?: number | undefined;
  limit?: number;
}

export const ledgerApi = {
  list: (filter: LedgerFilter, marks: Marks, signal?: AbortSignal) =>
    api.get<LedgerPage>(BASE, { query: { ...filter, ...marks }, signal }),
  get: (seq: number, signal?: AbortSignal) => api.get<LedgerDetail>(`${BASE}/${seq}`, { signal }),
  check: () => api.post<LedgerCheck>(`${BASE}/check`),
  retention: (signal?: AbortSignal) => api.get<LedgerRetention>(`${BASE}/retention`, { signal }),
  saveRetention: (days: number | null) => api.put<LedgerRetention>(`${BASE}/retention`, { days }),
  /** The browser saves it while it comes. */
  exportAddress: (filter: LedgerFilter, format: 'csv' | 'jsonl') =>
    `${BASE}/export?${new URLSearchParams({ ...filter, format }).toString()}`,
};
