import type { Limit, PriceTable } from '@contract/usage';
import { api } from '@web/lib/api-client';

const items = async <Row>(path: string, signal?: AbortSignal): Promise<Row[]> =>
  (await api.get<{ items: Row[] }>(path, { signal })).items;

export const limitsApi = {
  list: (signal?: AbortSignal) => items<Limit>('/api/admin/limits', signal),
  save: async (limits: Limit[]) =>
    (await api.put<{ items: Limit[] }>('/api/admin/limits', { items: limits })).items,
  prices: (signal?: AbortSignal) => api.get<PriceTable>('/api/admin/prices', { signal }),
  savePrices: (table: PriceTable) => api.put<PriceTable>('/api/admin/prices', table),
};
