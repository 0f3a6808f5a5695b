import { fileName } from '#platform/file-name.ts';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { buttonClass } from '#platform/web/ui/button.tsx';
import { useAddressFilter } from '#platform/web/address-filter.ts';
import { Card } from '#platform/web/ui/card.tsx';
import { NothingFound } from '#platform/web/ui/nothing-found.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { IconOperations } from '#platform/web/ui/icons-navigation.tsx';
import { useSite } from '#platform/web/site.ts';
import { FileButton } from '#platform/web/ui/file-button.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { withData } from '#platform/web/ui/with-data.ts';
import { moreOf, useLongList } from '#platform/web/use-long-list.ts';
import { registry, type TradedProduct, tradedProducts } from '#positions/registry.ts';
import { operationsQueries } from './data.ts';
import { FilterBar } from './filter-bar.tsx';
import { everything, fileAddress, isNarrow, readFilter } from './operation-filter.ts';
import { OperationTable } from './operation-table.tsx';

export function OperationsPage() {
  const t = useTranslations('operations');
  const { brand } = useSite();
  const { filter, change, clear } = useAddressFilter(readFilter, everything);
  const { query, rows: operations } = useLongList(operationsQueries.list(filter));
  const hasFilter = isNarrow(filter);
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <Card title={t('list.title')}>
        <FilterBar filter={filter} onChange={change} />
        <QueryView
          query={withData(query, operations)}
          waiting={<SkeletonRows rows={6} />}
          isEmpty={(rows) => rows.length === 0}
          empty={
            hasFilter ? (
              <NothingFound
                icon={<IconOperations size={24} />}
                text={t('filters.nothing')}
                label={t('filters.clear')}
                onClear={clear}
              />
            ) : (
              <NoOperations />
            )
          }
        >
          {(rows) => (
            <>
              <FileButton
                label={t('list.download')}
                path={fileAddress(filter)}
                name={fileName([brand, t('title'), filter.start, filter.end], 'csv')}
                failed={t('list.noFile')}
              />
              {rows.some(({ Source }) => Source === 'sandbox') && <Notice>{t('list.sandboxNote')}</Notice>}
              <OperationTable operations={rows} more={moreOf(query, t('list.more'))} />
            </>
          )}
        </QueryView>
      </Card>
    </>
  );
}

/** The product that most people's operations come from. */
const [first] = tradedProducts as [TradedProduct];

function NoOperations() {
  const t = useTranslations('operations.list');
  const product = useTranslations('operations.product');
  return (
    <EmptyState
      icon={<IconOperations size={24} />}
      text={t('empty')}
      action={
        <Link to={registry[first].screen} className={buttonClass()}>
          {t('toProduct', { product: product(first) })}
        </Link>
      }
    />
  );
}
