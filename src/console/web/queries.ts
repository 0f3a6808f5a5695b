import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf, EndpointShape } from '#platform/endpoint.ts';
import { type ApiPage, callApi, callApiPage, type HarmlessCall, type InputOf } from '#platform/web/api.ts';
import { ApiRefusal } from '#platform/web/api-failure.ts';
import { createQueryClient } from '#platform/web/query-client.ts';
import { noteBusinessTime } from '#platform/web/server-clock.ts';
import { readMe } from '#staff/contract.ts';
import { noteHouseZone } from './house-day.ts';

export const queries = createQueryClient();

export type Me = AnswerOf<typeof readMe>;

/** The logged-in member, or null. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }): Promise<Me | null> => {
    try {
      const me = await callApi(readMe, {}, { signal });
      noteBusinessTime(me.Now);
      noteHouseZone(me.Zone);
      return me;
    } catch (error) {
      if (isNobody(error)) return null;
      throw error;
    }
  },
  staleTime: 60_000,
});

/** Makes a call as the logged-in member. If the session has ended, the login screen replaces everything. */
export async function callStaff<E extends HarmlessCall>(
  shape: E,
  input: InputOf<E>,
  signal?: AbortSignal,
): Promise<AnswerOf<E>> {
  return notingEnds(() => callApi<HarmlessCall>(shape, input as never, signal && { signal }) as Promise<AnswerOf<E>>);
}

export async function callStaffPage<E extends EndpointShape & { pages: true }>(
  shape: E,
  input: InputOf<E>,
  signal?: AbortSignal,
): Promise<ApiPage<AnswerOf<E>>> {
  type Paged = EndpointShape & { pages: true };
  return notingEnds(
    () => callApiPage<Paged>(shape, input as never, signal && { signal }) as Promise<ApiPage<AnswerOf<E>>>,
  );
}

async function notingEnds<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (isNobody(error)) forgetEverything();
    throw error;
  }
}

/** Called after a login: refetches what is shown for the new member. */
export function greet(): Promise<void> {
  return queries.invalidateQueries({ queryKey: meQuery.queryKey });
}

/** Search input kept while moving between screens, until the page is reloaded or the member logs out. */
export const kept = new Map<string, unknown>();

/** Clears everything loaded for one member before the next logs in. */
export function forgetEverything(): void {
  kept.clear();
  queries.setQueryData(meQuery.queryKey, null);
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meQuery.queryKey[0] });
}

function isNobody(error: unknown): boolean {
  return error instanceof ApiRefusal && error.code === 'unauthenticated';
}
