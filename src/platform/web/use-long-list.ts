import {
  type InfiniteData,
  type QueryKey,
  useInfiniteQuery,
  type UseInfiniteQueryOptions,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { ApiPage } from './api.ts';
import { pagesReadAgain } from './read-again.ts';
import type { MoreRows } from './ui/long-table.tsx';

type Pages<Row> = InfiniteData<ApiPage<Row[]>>;

export type LongListQuery<Row, Key extends QueryKey> = UseInfiniteQueryOptions<
  ApiPage<Row[]>,
  Error,
  Pages<Row>,
  Key,
  string | undefined
>;

/** The rows of a list as far as they are loaded. However far that was, returning to it takes only a few requests. */
export function useLongList<Row, Key extends QueryKey>(options: LongListQuery<Row, Key>) {
  const client = useQueryClient();
  const query = useInfiniteQuery({
    ...options,
    refetchOnWindowFocus: isShort,
    refetchInterval: (read) => isShort(read) && typeof options.refetchInterval === 'number' && options.refetchInterval,
  });
  const key = JSON.stringify(options.queryKey);
  useEffect(
    () => () => void client.setQueryData<Pages<Row>>(JSON.parse(key), (data) => data && shorten(data)),
    [client, key],
  );
  const pages = query.data?.pages;
  const rows = useMemo(() => pages?.flatMap((page) => page.rows), [pages]);
  return { query, rows };
}

function isShort({ state }: { state: { data?: { pages: unknown[] } | undefined } }): boolean {
  return (state.data?.pages.length ?? 0) <= pagesReadAgain;
}

function shorten<Row>({ pages, pageParams }: Pages<Row>): Pages<Row> {
  return { pages: pages.slice(0, pagesReadAgain), pageParams: pageParams.slice(0, pagesReadAgain) };
}

interface NextPage {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

/** A list's paging, in the form its table takes. */
export function moreOf(query: NextPage, label: string): MoreRows {
  return {
    label,
    hasMore: query.hasNextPage,
    isLoading: query.isFetchingNextPage,
    hasFailed: query.isFetchNextPageError,
    load: () => void query.fetchNextPage(),
  };
}
