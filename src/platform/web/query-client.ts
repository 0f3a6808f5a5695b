import { MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiRefusal, isWorthRetrying } from './api-failure.ts';
import { readAgain } from './read-again.ts';

const tries = 2;
const freshMs = 15_000;
const conflict = 409;

/**
 * Cached data is shown immediately and refetched in the background. A mutation names what it affects (`meta.affects`), which is read again
 * and waited for, two seconds at most; one that names nothing affects everything. So does a conflict: the screen is out of date.
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
      onSuccess: (_data, _input, _result, { meta }) => readAgain(client, meta),
      onError: (error) => {
        if (error instanceof ApiRefusal && error.status === conflict) void readAgain(client);
      },
    }),
  });
  return client;
}
