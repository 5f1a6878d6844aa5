import { useQuery, useQueryClient } from '@tanstack/vue-query';
import { computed } from 'vue';
import type { Limit, PriceTable } from '@contract/usage';
import { loadScopeSources } from '@web/widgets/scope-sources';
import { limitsApi } from './limits.api';

const LIMITS_KEY = ['admin-limits'];

/** Limits and prices with all that they can be about, read together; and the two ways to store them. */
export function useLimits() {
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: LIMITS_KEY,
    queryFn: async ({ signal }) => {
      const [limits, prices, sources] = await Promise.all([
        limitsApi.list(signal),
        limitsApi.prices(signal),
        loadScopeSources(signal),
      ]);
      return { limits, prices, ...sources };
    },
  });
  const again = () => queries.invalidateQueries({ queryKey: LIMITS_KEY });

  return {
    query,
    currency: computed(() => query.data.value?.prices.currency ?? ''),
    save: async (limits: Limit[]) => {
      await limitsApi.save(limits);
      await again();
    },
    savePrices: async (table: PriceTable) => {
      await limitsApi.savePrices(table);
      await again();
    },
  };
}
