import { useQuery, useQueryClient } from '@tanstack/vue-query';
import { computed, ref, shallowRef } from 'vue';
import type { PolicyTool, PolicyView } from '@contract/policy';
import { ApiError } from '@web/lib/api-error';
import { policyApi } from './policy.api';

export const POLICY_KEY = ['admin-policy'];

/** A move that the server refused, kept beside the tool until the next try. */
export interface RefusedMove {
  tool: string;
  category: string;
  error: ApiError;
}

export type PolicyCalls = Pick<typeof policyApi, 'view' | 'place' | 'unplace'>;

/** Where the tools stand, and the verbs that change it. */
export function usePolicy(calls: PolicyCalls = policyApi) {
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: POLICY_KEY,
    queryFn: ({ signal }) => calls.view(signal),
    // Thousands of rules are read in every row; they are replaced, never changed.
    shallow: true,
    structuralSharing: false,
  });
  const busyTool = ref<string | null>(null);
  const refused = shallowRef<RefusedMove | null>(null);
  const names = computed(
    () => new Map(query.data.value?.categories.map(({ id, name }) => [id, name])),
  );
  const nameOf = (category: string) => names.value.get(category) ?? category;

  const move = (tool: string, category: string) =>
    change(tool, category, () => calls.place({ tool, category }));

  /** Takes the tool out of the category it was moved to. */
  const sendHome = ({ name, homeCategory }: PolicyTool) =>
    change(name, homeCategory, () => calls.unplace(name));

  async function removeThenMove(tool: string, category: string): Promise<boolean> {
    return change(tool, category, async () => {
      const view = await calls.unplace(tool);
      const isThere = view.categories.some(
        ({ id, tools }) => id === category && tools.some(({ name }) => name === tool),
      );
      return isThere ? view : calls.place({ tool, category });
    });
  }

  /** After the server asked back because the move gives somebody more. */
  const moveAnyway = ({ name, homeCategory }: PolicyTool, category: string) =>
    change(name, category, () =>
      category === homeCategory
        ? calls.unplace(name, true)
        : calls.place({ tool: name, category, confirmWidening: true }),
    );

  async function change(
    tool: string,
    category: string,
    ask: () => Promise<PolicyView>,
  ): Promise<boolean> {
    busyTool.value = tool;
    refused.value = null;
    try {
      queries.setQueryData(POLICY_KEY, await ask());
      return true;
    } catch (thrown) {
      refused.value = { tool, category, error: ApiError.from(thrown) };
      // Somebody else may have moved it; the list should show where it is now.
      void queries.invalidateQueries({ queryKey: POLICY_KEY });
      return false;
    } finally {
      busyTool.value = null;
    }
  }

  return { query, busyTool, refused, nameOf, move, sendHome, removeThenMove, moveAnyway };
}
