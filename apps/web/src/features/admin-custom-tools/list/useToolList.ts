import { useMutation, useQuery, useQueryClient } from '@tanstack/vue-query';
import { computed, type MaybeRefOrGetter, toValue } from 'vue';
import { customToolsApi } from '../custom-tools.api';
import { starterFiles } from '../file-texts';
import { workshopApi, workshopKeys } from '../workshop.api';
import { searchTools } from './search-tools';

/** All tools, the ones that match the search, and the verbs of the list. */
export function useToolList(search: MaybeRefOrGetter<string>) {
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: workshopKeys.list,
    queryFn: ({ signal }) => workshopApi.list(signal),
  });
  const found = computed(() => searchTools(query.data.value ?? [], toValue(search)));
  const refetch = () => queries.invalidateQueries({ queryKey: workshopKeys.list });

  const reload = useMutation({ mutationFn: customToolsApi.reload, onSuccess: refetch });
  const importZip = useMutation({ mutationFn: workshopApi.import, onSuccess: refetch });

  async function create(id: string, description: string): Promise<void> {
    await workshopApi.save(id, { base: 0, files: starterFiles(id, description) });
    await refetch();
  }

  return { query, found, reload, importZip, create };
}
