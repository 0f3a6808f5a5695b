import { queryOptions } from '@tanstack/react-query';
import { callApi } from '#platform/web/api.ts';
import { ApiRefusal } from '#platform/web/api-failure.ts';
import { readSession, refuseToken } from '#platform/web/session.ts';
import { readPreferences, readUser, type User } from '../contract.ts';

/** The balance stands on every screen, and money arrives by itself: read again this often. */
const balanceRereadMs = 60_000;

export const profileQueries = {
  user: queryOptions({
    queryKey: ['profile', 'user'],
    queryFn: ({ signal }) => fetchUser(signal),
    refetchInterval: balanceRereadMs,
  }),
  preferences: queryOptions({
    queryKey: ['profile', 'preferences'],
    queryFn: ({ signal }) => callApi(readPreferences, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  }),
};

/**
 * A server that will not say who this is has refused the token, whatever the words: the session is over (A5). No answer,
 * and a server in trouble, are something else: the customer stays in.
 */
async function fetchUser(signal: AbortSignal): Promise<User> {
  const { token } = readSession();
  try {
    return await callApi(readUser, {}, { signal });
  } catch (error) {
    const isRefused = error instanceof ApiRefusal && error.status < 500 && error.status !== 429;
    if (isRefused && token !== null) refuseToken(token);
    throw error;
  }
}
