import { type InfiniteData, useInfiniteQuery, type UseInfiniteQueryOptions } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { ApiPage } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { IconOperations } from '#platform/web/ui/icons-navigation.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import styles from './history-page.module.css';

type Pages<Row> = ApiPage<Row[]>;

interface HistoryListProps<Row extends { Id: string }, Key extends readonly unknown[]> {
  caption: string;
  query: UseInfiniteQueryOptions<Pages<Row>, Error, InfiniteData<Pages<Row>>, Key, string | undefined>;
  columns: Column<Row>[];
}

/** One history: its rows as far as they were read, and the way to more. */
export function HistoryList<Row extends { Id: string }, Key extends readonly unknown[]>({
  caption,
  query,
  columns,
}: HistoryListProps<Row, Key>) {
  const t = useTranslations('history.list');
  const state = useInfiniteQuery(query);
  const rows = state.data?.pages.flatMap((page) => page.rows);
  return (
    <>
      <QueryView
        query={{ ...state, data: rows }}
        waiting={<SkeletonRows rows={6} />}
        isEmpty={(all) => all.length === 0}
        empty={<EmptyState icon={<IconOperations size={24} />} text={t('empty')} />}
      >
        {(all) => <Table caption={caption} columns={columns} rows={all} rowKey={({ Id }) => Id} />}
      </QueryView>
      {state.hasNextPage && (
        <p className={styles.more}>
          <Button onClick={() => void state.fetchNextPage()} isWorking={state.isFetchingNextPage}>
            {t('more')}
          </Button>
        </p>
      )}
    </>
  );
}
