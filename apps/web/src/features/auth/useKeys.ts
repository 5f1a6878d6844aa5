import { useQuery, useQueryClient } from '@tanstack/vue-query';
import type { ApiKeyBody, ApiKeyMade } from '@contract/people';
import { securityApi } from './security.api';

const KEY = ['own-api-keys'];

/** This person's keys for programs, and the verbs. */
export function useKeys() {
  const queries = useQueryClient();
  const query = useQuery({ queryKey: KEY, queryFn: ({ signal }) => securityApi.keys(signal) });
  const renew = () => queries.invalidateQueries({ queryKey: KEY });

  async function create(body: ApiKeyBody): Promise<ApiKeyMade> {
    const made = await securityApi.createKey(body);
    await renew();
    return made;
  }

  async function remove(id: string): Promise<void> {
    await securityApi.removeKey(id);
    await renew();
  }

  return { query, create, remove };
}

export type Keys = ReturnType<typeof useKeys>;
