import {
  type InfiniteData,
  type QueryClient,
  type QueryKey,
  useInfiniteQuery,
  type UseInfiniteQueryOptions,
  type UseInfiniteQueryResult,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { ApiPage } from './api.ts';
import { isLong, pagesReadAgain } from './read-again.ts';
import type { MoreRows } from './ui/long-table.tsx';

type Pages<Row> = InfiniteData<ApiPage<Row[]>>;

export type LongListQuery<Row, Key extends QueryKey> = UseInfiniteQueryOptions<
  ApiPage<Row[]>,
  Error,
  Pages<Row>,
  Key,
  string | undefined
>;

export interface LongList<Row> {
  query: UseInfiniteQueryResult<Pages<Row>>;
  rows: Row[] | undefined;
}

/** The rows of a list as far as they are loaded. However far that is, keeping them up to date takes only a few requests. */
export function useLongList<Row extends { Id: string }, Key extends QueryKey>(
  options: LongListQuery<Row, Key>,
): LongList<Row> {
  const client = useQueryClient();
  const { queryKey, refetchInterval: interval } = options;
  const query = useInfiniteQuery({
    ...options,
    meta: { ...options.meta, readInSight },
    refetchOnWindowFocus: (read) => !isLong(read),
    refetchInterval: (read) => !isLong(read) && typeof interval === 'number' && interval,
  });
  const pages = query.data?.pages;
  const isScrolledFar = (pages?.length ?? 0) > pagesReadAgain;
  const key = JSON.stringify(queryKey);
  useEffect(() => {
    if (!isScrolledFar || typeof interval !== 'number') return;
    const timer = setInterval(() => document.hidden || void readInSight(client, JSON.parse(key)), interval);
    return () => clearInterval(timer);
  }, [client, key, interval, isScrolledFar]);
  useEffect(() => () => shorten(client, JSON.parse(key)), [client, key]);
  useReadWhenSeen(client, key, pages);
  const rows = useMemo(() => pages?.flatMap((page) => page.rows), [pages]);
  return { query, rows };
}

/** After a change of language only what was in sight has been read in it: other pages are when they are scrolled to. */
function useReadWhenSeen(client: QueryClient, key: string, pages: Pages<unknown>['pages'] = []) {
  const isMixed = new Set(pages.map(({ language }) => language)).size > 1;
  useEffect(() => {
    if (!isMixed) return;
    let timer: ReturnType<typeof setTimeout>;
    const isForeign = ({ language }: ApiPage<unknown>): boolean => language !== document.documentElement.lang;
    const read = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => void readInSight(client, JSON.parse(key), isForeign), 100);
    };
    window.addEventListener('scroll', read);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('scroll', read);
    };
  }, [client, isMixed, key]);
}

/**
 * Reads the pages again whose rows are on the screen. What follows stays if it still joins them; otherwise it is loaded anew when it is
 * scrolled to. The rest counts as out of date, until the list is next opened.
 */
async function readInSight(
  client: QueryClient,
  queryKey: QueryKey,
  isWanted: (page: ApiPage<unknown>) => boolean = () => true,
): Promise<void> {
  const query = client.getQueryCache().find<Pages<{ Id: string }>>({ queryKey });
  const { pages, pageParams } = query?.state.data ?? { pages: [], pageParams: [] };
  const ids = idsInSight();
  const isInSight = pages.map((page) => isWanted(page) && page.rows.some(({ Id }) => ids.has(Id)));
  const from = isInSight.indexOf(true);
  if (!query || from < 0) return;
  const getNextPageParam = (page: ApiPage<unknown>): string | null => page.next;
  const fresh = (await client
    .fetchInfiniteQuery({
      queryKey: [...queryKey, 'in sight', pageParams[from]],
      queryFn: query.options.queryFn as never,
      initialPageParam: pageParams[from] as string | undefined,
      getNextPageParam,
      pages: isInSight.lastIndexOf(true) - from + 1,
      staleTime: 0,
      gcTime: 0,
    })
    .catch(() => undefined)) as Pages<{ Id: string }> | undefined;
  if (!fresh) return;
  client.setQueryData<Pages<{ Id: string }>>(queryKey, (now) => now && splice(now, fresh));
  void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
}

/** The pages that were read again, in the place of those before; unless that place is gone. */
function splice<Row>(now: Pages<Row>, fresh: Pages<Row>): Pages<Row> {
  const from = now.pageParams.indexOf(fresh.pageParams[0]);
  const after = from + fresh.pages.length;
  if (from < 0) return now;
  const joins = now.pageParams[after] === fresh.pages.at(-1)?.next;
  const put = <Item>(before: Item[], items: Item[]): Item[] => [
    ...before.slice(0, from),
    ...items,
    ...(joins ? before.slice(after) : []),
  ];
  return { pages: put(now.pages, fresh.pages), pageParams: put(now.pageParams, fresh.pageParams) };
}

/** Of the rows in the page (`Table`, `VirtualTable`), those on the screen. */
function idsInSight(): ReadonlySet<string | undefined> {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const isOnScreen = ({ top, bottom }: DOMRect): boolean => bottom > 0 && top < window.innerHeight;
  // A row of several has the id of one of them first.
  return new Set(
    rows.filter((row) => isOnScreen(row.getBoundingClientRect())).map(({ dataset }) => dataset.row?.split(' ')[0]),
  );
}

/** However far it was scrolled, returning to it takes only a few requests. */
function shorten(client: QueryClient, queryKey: QueryKey): void {
  const query = client.getQueryCache().find<Pages<unknown>>({ queryKey });
  if (!query?.state.data || !isLong(query)) return;
  const { pages, pageParams } = query.state.data;
  client.setQueryData<Pages<unknown>>(queryKey, {
    pages: pages.slice(0, pagesReadAgain),
    pageParams: pageParams.slice(0, pagesReadAgain),
  });
  void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
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
