import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { ApiPage } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';

interface PagedViewProps<Row> {
  query: UseInfiniteQueryResult<InfiniteData<ApiPage<Row[]>>>;
  empty: string;
  /** Receives all rows loaded so far. */
  children: (rows: Row[]) => ReactNode;
}

/** A paginated list with a button that loads the next page. */
export function PagedView<Row>({ query, empty, children }: PagedViewProps<Row>) {
  const t = useTranslations('console');
  return (
    <>
      <QueryView
        query={query}
        waiting={<SkeletonRows />}
        isEmpty={({ pages }) => pages.every(({ rows }) => rows.length === 0)}
        empty={<EmptyState text={empty} />}
      >
        {({ pages }) => children(pages.flatMap(({ rows }) => rows))}
      </QueryView>
      {query.hasNextPage && (
        <Button onClick={() => void query.fetchNextPage()} isWorking={query.isFetchingNextPage}>
          {t('more')}
        </Button>
      )}
    </>
  );
}
