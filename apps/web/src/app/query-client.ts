import { QueryClient } from '@tanstack/vue-query';
import { ApiError } from '@web/lib/api-error';

const MAX_TRIES = 2;

/** Server state: shown from cache at once, then corrected; tried again only where the server says it can help. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      gcTime: 10 * 60_000,
      networkMode: 'always',
      retry: (tries, thrown) => tries < MAX_TRIES && thrown instanceof ApiError && thrown.canRetry,
      retryDelay: (tries, thrown) =>
        (thrown as ApiError).retryAfterMs ?? Math.min(500 * 2 ** tries, 4_000),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
