import { useInfiniteQuery, useQueryClient } from '@tanstack/vue-query';
import { computed } from 'vue';
import type { PublishBody, WorkshopTool } from '@contract/workshop';
import { workshopApi, workshopKeys } from '../workshop.api';

/** All versions of a tool, newest first, a page at a time. */
export function useVersions(id: string) {
  const query = useInfiniteQuery({
    queryKey: workshopKeys.versions(id),
    queryFn: ({ pageParam }) => workshopApi.versions(id, pageParam),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last) => (last.length < 30 ? undefined : last.at(-1)?.number),
    staleTime: 0,
  });
  const rows = computed(() => query.data.value?.pages.flat());
  return { query, rows };
}

/** Publishing changes how the tool stands everywhere. */
export function usePublishing(id: string, setTool: (tool: WorkshopTool) => void) {
  const queries = useQueryClient();

  async function publish(body: PublishBody): Promise<void> {
    setTool(await workshopApi.publish(id, body));
    await queries.invalidateQueries({ queryKey: ['workshop'] });
  }

  return { publish };
}
