import type {
  PrivateAddresses,
  ProviderBody,
  ProviderRow,
  ProviderTestBody,
  ProviderTestResult,
} from '@contract/models';
import { api } from '@web/lib/api-client';

const PROVIDERS = '/api/admin/providers';
const ADDRESSES = '/api/admin/private-addresses';
const pathOf = (id: string) => `${PROVIDERS}/${encodeURIComponent(id)}`;

export const adminModelsApi = {
  list: (signal?: AbortSignal) =>
    api.get<{ items: ProviderRow[] }>(PROVIDERS, { signal }).then(({ items }) => items),
  create: (body: ProviderBody) => api.post<ProviderRow>(PROVIDERS, body),
  update: (id: string, body: Partial<ProviderBody>) => api.patch<ProviderRow>(pathOf(id), body),
  remove: (id: string) => api.remove(pathOf(id)),
  test: (body: ProviderTestBody, signal?: AbortSignal) =>
    api.post<ProviderTestResult>(`${PROVIDERS}/test`, body, { signal }),
  addresses: (signal?: AbortSignal) =>
    api.get<PrivateAddresses>(ADDRESSES, { signal }).then(({ items }) => items),
  saveAddresses: (items: string[]) =>
    api.put<PrivateAddresses>(ADDRESSES, { items }).then((saved) => saved.items),
};
