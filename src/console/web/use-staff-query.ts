import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { AnswerOf, EndpointShape } from '#platform/endpoint.ts';
import type { HarmlessCall, InputOf } from '#platform/web/api.ts';
import { callStaff, callStaffPage } from './queries.ts';
import { isSomebodyHere } from './use-idle-end.ts';

interface ReadOptions {
  /** Reads again every so often while somebody is there: what others do is seen without a press. */
  everyMs?: number;
  isOff?: boolean;
  /** Recorded as a look of whoever reads: it is read when they come to it, and not by itself when they come back to the window. */
  isLook?: boolean;
  /** A look that was asked for: what was found stays until it is asked for again. */
  isSearch?: boolean;
}

function timesOf({ everyMs, isOff = false, isLook = false, isSearch = false }: ReadOptions) {
  return {
    enabled: !isOff,
    refetchInterval: everyMs ? () => (isSomebodyHere() ? everyMs : false) : false,
    ...((isLook || isSearch) && { refetchOnWindowFocus: false, refetchOnReconnect: false }),
    ...(isSearch && { staleTime: Infinity }),
  } as const;
}

/** Reads a call of the console, and again after every action that was taken here. */
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

/** A list in pages, that is asked for by its address or in a body; `data.pages` are what was read so far. */
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
