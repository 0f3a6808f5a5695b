import { MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiRefusal, isWorthRetrying } from './api-failure.ts';

const tries = 2;
const freshMs = 15_000;
const conflict = 409;

/**
 * Cached data is shown immediately and refetched in the background. After any successful mutation everything is stale: money moves through
 * many figures, and none may lag behind the toast. A conflict means the same: the screen is out of date.
 */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: freshMs,
        // When prerendering nothing is evicted: the process would wait for the timers.
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
