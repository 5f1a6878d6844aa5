import { useMutation, useQuery, useQueryClient } from '@tanstack/vue-query';
import { computed, type MaybeRefOrGetter, toValue } from 'vue';
import { customToolsApi } from './custom-tools.api';
import { searchTools } from './tool-search';

export const TOOLS_KEY = ['admin-custom-tools'];

/** All tool folders, the ones that match the search, and the verbs of the list. */
export function useToolList(search: MaybeRefOrGetter<string>) {
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: TOOLS_KEY,
    queryFn: ({ signal }) => customToolsApi.list(signal),
  });
  const found = computed(() => searchTools(query.data.value ?? [], toValue(search)));

  const reload = useMutation({
    mutationFn: customToolsApi.reload,
    onSuccess: (tools) => queries.setQueryData(TOOLS_KEY, tools),
  });

  async function create(id: string, description: string): Promise<void> {
    await customToolsApi.save({
      id,
      description,
      parameters: { type: 'object', properties: {}, required: [] },
      category: 'custom',
      execution_code: "print('hello')\n",
    });
    await queries.invalidateQueries({ queryKey: TOOLS_KEY });
  }

  return { query, found, reload, create };
}
