import type { ModelChoice } from '@contract/models';
import type { GroupRow, UserRow } from '@contract/people';
import { api } from '@web/lib/api-client';
import { ApiError } from '@web/lib/api-error';
import type { ScopeSources } from './scope-items';

const items = async <Row>(path: string, signal?: AbortSignal): Promise<Row[]> =>
  (await api.get<{ items: Row[] }>(path, { signal })).items;

/** Everything rules and limits can be for, read together. */
export async function loadScopeSources(signal?: AbortSignal): Promise<ScopeSources> {
  const [groups, people, models] = await Promise.all([
    items<GroupRow>('/api/admin/groups', signal),
    items<UserRow>('/api/admin/users', signal),
    items<ModelChoice>('/api/models', signal).catch(noModels),
  ]);
  return { groups, people, models };
}

/** Rules and limits may be made before any provider is connected. */
function noModels(thrown: unknown): [] {
  if (ApiError.from(thrown).code === 'no_model_configured') return [];
  throw thrown;
}
