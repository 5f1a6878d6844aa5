import { useQuery, useQueryClient } from '@tanstack/vue-query';
import type { MaybeRefOrGetter } from 'vue';
import { computed, toValue } from 'vue';
import type { GroupView } from '@contract/people';
import { groupsApi, type GroupFields } from './groups.api';

const GROUPS_KEY = ['admin-groups'];

/** All groups, and making one. */
export function useGroups() {
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: GROUPS_KEY,
    queryFn: ({ signal }) => groupsApi.list(signal),
  });

  async function create(fields: GroupFields): Promise<GroupView> {
    const created = await groupsApi.create(fields);
    await queries.invalidateQueries({ queryKey: GROUPS_KEY });
    return created;
  }

  return { query, create };
}

/** One group with its people, everybody who could join, and the verbs. */
export function useGroup(groupId: MaybeRefOrGetter<string>) {
  const queries = useQueryClient();
  const key = computed(() => [...GROUPS_KEY, toValue(groupId)]);
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => groupsApi.get(toValue(groupId), signal),
  });
  const people = useQuery({
    queryKey: [...GROUPS_KEY, 'people'],
    queryFn: ({ signal }) => groupsApi.people(signal),
  });

  async function keep(changed: Promise<GroupView>): Promise<GroupView> {
    const group = await changed;
    queries.setQueryData(key.value, group);
    await queries.invalidateQueries({ queryKey: GROUPS_KEY, exact: true });
    return group;
  }

  return {
    query,
    people,
    update: (fields: GroupFields) => keep(groupsApi.update(toValue(groupId), fields)),
    setMembers: (userIds: string[]) => keep(groupsApi.setMembers(toValue(groupId), userIds)),
    remove: async () => {
      await groupsApi.remove(toValue(groupId));
      await queries.invalidateQueries({ queryKey: GROUPS_KEY, exact: true });
    },
  };
}
