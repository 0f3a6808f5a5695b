import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { callApi, callApiPage } from '#platform/web/api.ts';
import {
  type ChosenMails,
  chooseMails,
  countUnread,
  type MailChoice,
  listNotices,
  readMailChoice,
  readNotices,
} from '../contract.ts';

/** The polling interval, in case the stream is down. */
const rereadMs = 60_000;
const perPage = '30';
/** More than arrive between two fetches. */
const latest = '10';

export const noticesKey = ['notices'] as const;

export const noticeQueries = {
  unread: queryOptions({
    queryKey: [...noticesKey, 'unread'],
    queryFn: ({ signal }) => callApi(countUnread, {}, { signal }),
    refetchInterval: rereadMs,
  }),
  latest: queryOptions({
    queryKey: [...noticesKey, 'latest'],
    queryFn: ({ signal }) => callApi(listNotices, { query: { limit: latest } }, { signal }),
    refetchInterval: rereadMs,
  }),
  pages: infiniteQueryOptions({
    queryKey: [...noticesKey, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      callApiPage(listNotices, { query: { limit: perPage, after: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  }),
  letters: queryOptions({
    queryKey: [...noticesKey, 'letters'],
    queryFn: ({ signal }) => callApi(readMailChoice, {}, { signal }),
  }),
};

/** Marks this notice and everything older as read. If that fails they stay unread, which does no harm. */
export function useReadUpTo(): (id: string) => void {
  const queries = useQueryClient();
  return useCallback(
    (upto) =>
      void callApi(readNotices, { body: { upto } }).then(
        (left) => queries.setQueryData(noticeQueries.unread.queryKey, left),
        () => undefined,
      ),
    [queries],
  );
}

export function useChooseMails(): (chosen: ChosenMails) => Promise<MailChoice> {
  const queries = useQueryClient();
  return async (chosen) => {
    const kept = await callApi(chooseMails, { body: chosen });
    queries.setQueryData(noticeQueries.letters.queryKey, kept);
    return kept;
  };
}
