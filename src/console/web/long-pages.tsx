import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { ApiPage } from '#platform/web/api.ts';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { LongTable } from '#platform/web/ui/long-table.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import type { TableProps } from '#platform/web/ui/table.tsx';

interface LongPagesProps<Row> extends Omit<TableProps<Row>, 'rows'> {
  query: UseInfiniteQueryResult<InfiniteData<ApiPage<Row[]>>>;
  empty: string;
}

/** A virtualised list of any length: rows out of sight are not in the DOM. */
export function LongPages<Row>({ query, empty, ...table }: LongPagesProps<Row>) {
  const t = useTranslations('console');
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const more = {
    label: t('more'),
    hasMore: hasNextPage,
    isLoading: isFetchingNextPage,
    hasFailed: isFetchNextPageError,
    load: () => void fetchNextPage(),
  };
  return (
    <QueryView
      query={query}
      waiting={<SkeletonRows />}
      isEmpty={({ pages }) => pages.every(({ rows }) => rows.length === 0)}
      empty={<EmptyState text={empty} />}
    >
      {({ pages }) => <LongTable {...table} rows={pages.flatMap(({ rows }) => rows)} more={more} />}
    </QueryView>
  );
}
