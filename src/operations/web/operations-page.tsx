import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { IconOperations } from '#platform/web/ui/icons-navigation.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import type { ReportedOperation } from '../contract.ts';
import { operationsQueries } from './data.ts';
import { FilterBar } from './filter-bar.tsx';
import { isNarrow } from './operation-filter.ts';
import { OperationTable } from './operation-table.tsx';
import styles from './operations-page.module.css';
import { useOperationFilter } from './use-operation-filter.ts';

export function OperationsPage() {
  const t = useTranslations('operations');
  const { filter, change, clear } = useOperationFilter();
  const query = useInfiniteQuery(operationsQueries.list(filter));
  const operations = query.data?.pages.flatMap((page) => page.rows);
  const hasFilter = isNarrow(filter);
  const hasNone = !hasFilter && operations?.length === 0;
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <Card title={t('list.title')}>
        {!hasNone && <FilterBar filter={filter} onChange={change} />}
        <QueryView
          query={{ ...query, data: operations }}
          waiting={<SkeletonRows rows={6} />}
          isEmpty={(rows) => rows.length === 0}
          empty={hasFilter ? <NothingFound onClear={clear} /> : <NoOperations />}
        >
          {(rows) => <Operations rows={rows} />}
        </QueryView>
        {query.hasNextPage && (
          <p className={styles.more}>
            <Button onClick={() => void query.fetchNextPage()} isWorking={query.isFetchingNextPage}>
              {t('list.more')}
            </Button>
          </p>
        )}
      </Card>
    </>
  );
}

function Operations({ rows }: { rows: ReportedOperation[] }) {
  const t = useTranslations('operations.list');
  return (
    <>
      {rows.some(({ Source }) => Source === 'sandbox') && <Notice>{t('sandboxNote')}</Notice>}
      <OperationTable operations={rows} />
    </>
  );
}

function NoOperations() {
  const t = useTranslations('operations.list');
  return (
    <EmptyState
      icon={<IconOperations size={24} />}
      text={t('empty')}
      action={
        <Link to="/copytrade" className={buttonClass()}>
          {t('toCopytrade')}
        </Link>
      }
    />
  );
}

function NothingFound({ onClear }: { onClear: () => void }) {
  const t = useTranslations('operations.filters');
  return (
    <EmptyState
      icon={<IconOperations size={24} />}
      text={t('nothing')}
      action={<Button onClick={onClear}>{t('clear')}</Button>}
    />
  );
}
