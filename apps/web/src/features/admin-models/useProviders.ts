import { useQuery, useQueryClient } from '@tanstack/vue-query';
import type { ProviderBody } from '@contract/models';
import { adminModelsApi } from './admin-models.api';

const PROVIDERS_KEY = ['admin-models', 'providers'];
const ADDRESSES_KEY = ['admin-models', 'addresses'];

export function useProviders() {
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: PROVIDERS_KEY,
    queryFn: ({ signal }) => adminModelsApi.list(signal),
  });
  /** The chat's choice of models follows from this list. */
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: PROVIDERS_KEY }),
      queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'admin-models' }),
    ]);

  async function save(id: string | null, body: ProviderBody) {
    const row = id ? await adminModelsApi.update(id, body) : await adminModelsApi.create(body);
    await refresh();
    return row;
  }

  async function remove(id: string): Promise<void> {
    await adminModelsApi.remove(id);
    await refresh();
  }

  return { query, save, remove };
}

export function usePrivateAddresses() {
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: ADDRESSES_KEY,
    queryFn: ({ signal }) => adminModelsApi.addresses(signal),
  });

  /** Reads the list anew first: it is replaced as a whole, and others edit it too. */
  async function change(edit: (items: string[]) => string[]): Promise<void> {
    const items = edit(await adminModelsApi.addresses());
    queries.setQueryData(ADDRESSES_KEY, await adminModelsApi.saveAddresses(items));
  }

  const allow = (address: string) => change((items) => [...new Set([...items, address])]);
  const forbid = (address: string) => change((items) => items.filter((item) => item !== address));

  return { query, allow, forbid };
}
