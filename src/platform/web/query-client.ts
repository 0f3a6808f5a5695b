import { MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiRefusal, isWorthRetrying } from './api-failure.ts';

const tries = 2;
const freshMs = 15_000;
const conflict = 409;

/**
 * What was read is shown at once and read again behind it. After any change that succeeded everything is stale: money
 * moves through many figures, and none of them may lag behind the toast. A conflict says the same: what is on the screen is no
 * longer so.
 */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: freshMs,
        // Where a page is drawn ahead nothing is forgotten, which would be waited for.
        ...(import.meta.env.SSR && { gcTime: Number.POSITIVE_INFINITY }),
        retry: (failures, error) => failures < tries && isWorthRetrying(error),
        retryDelay: (failures) => 400 * 2 ** failures,
      },
      mutations: { networkMode: 'always', retry: false },
    },
    mutationCache: new MutationCache({
      onSuccess: () => client.invalidateQueries(),
      onError: (error) => {
        if (error instanceof ApiRefusal && error.status === conflict) void client.invalidateQueries();
      },
    }),
  });
  return client;
}
