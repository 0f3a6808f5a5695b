import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { AnswerOf, EndpointShape } from '#platform/endpoint.ts';
import type { HarmlessCall, InputOf } from '#platform/web/api.ts';
import { callStaff, callStaffPage } from './queries.ts';
import { isSomebodyHere } from './use-idle-end.ts';

export interface ReadOptions {
  /** Refetches at this interval while there is input, so that changes by others appear. */
  everyMs?: number;
  isOff?: boolean;
  /** Recorded as a look: fetched when the member opens it, and again only after an action taken here. */
  isLook?: boolean;
  /** An explicit search: its result stays until the search is submitted again. */
  isSearch?: boolean;
}

function timesOf({ everyMs, isOff = false, isLook = false, isSearch = false }: ReadOptions) {
  return {
    enabled: !isOff,
    refetchInterval: everyMs ? () => (isSomebodyHere() ? everyMs : false) : false,
    meta: { isLook },
    ...((isLook || isSearch) && { refetchOnWindowFocus: false, refetchOnReconnect: false }),
    ...(isSearch && { staleTime: Infinity }),
  } as const;
}

/** Queries a console endpoint, and refetches after every action taken here. */
export function useStaffQuery<E extends HarmlessCall & { method: 'GET' }>(
  shape: E,
  input: InputOf<E>,
  options: ReadOptions = {},
) {
  return useQuery<AnswerOf<E>>({
    queryKey: [shape.path, input],
    queryFn: ({ signal }) => callStaff(shape, input, signal),
    ...timesOf(options),
  });
}

/** A paginated list, with parameters in the URL or in a body; `data.pages` are the pages loaded so far. */
export function useStaffPages<E extends EndpointShape & { pages: true }>(
  shape: E,
  input: InputOf<E>,
  options: ReadOptions = {},
) {
  return useInfiniteQuery({
    queryKey: [shape.path, input, 'pages'],
    queryFn: ({ signal, pageParam: after }) => {
      const part = shape.body ? 'body' : 'query';
      const asked = { ...(input as Record<string, object>)[part], ...(after && { after }) };
      return callStaffPage(shape, { ...input, [part]: asked } as never, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    ...timesOf(options),
  });
}
