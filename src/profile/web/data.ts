import { queryOptions } from '@tanstack/react-query';
import { callApi } from '#platform/web/api.ts';
import { ApiRefusal } from '#platform/web/api-failure.ts';
import { readSession, refuseToken } from '#platform/web/session.ts';
import { readPreferences, readUser, type User } from '../contract.ts';

/** Refetch interval: the balance is on every screen, and money arrives without the customer's action. */
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
 * If the server refuses to identify the customer, it has refused the token, whatever the message: the session is over (A5). No response, or
 * a server in trouble, is different: the customer stays logged in.
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
