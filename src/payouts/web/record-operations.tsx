import { useTranslations } from 'use-intl';
import { Button } from '#platform/web/ui/button.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { Disclosure } from '#platform/web/ui/disclosure.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import { withData } from '#platform/web/ui/with-data.ts';
import { useLongList } from '#platform/web/use-long-list.ts';
import type { PayoutProduct } from '../contract.ts';
import type { RecordedOperation } from '../record-contract.ts';
import { recordQueries } from './data.ts';
import { Payout } from './payout.tsx';
import styles from './record.module.css';
import { Traded } from './traded.tsx';

/** Every operation, newest first; fetched when the list is first opened. */
export function RecordOperations({ product }: { product: PayoutProduct }) {
  const t = useTranslations('payouts.record');
  return (
    <Disclosure summary={t('list')}>
      <Operations product={product} />
    </Disclosure>
  );
}

function Operations({ product }: { product: PayoutProduct }) {
  const t = useTranslations('payouts.record');
  const { query, rows: operations } = useLongList(recordQueries.operations(product));
  const columns: Column<RecordedOperation>[] = [
    { id: 'date', header: t('date'), place: 'title', cell: ({ Date }) => <DateTime value={Date} show="minute" /> },
    { id: 'asset', header: t('asset'), place: 'under', cell: (operation) => <Traded operation={operation} /> },
    { id: 'payout', header: t('payout'), place: 'main', align: 'end', cell: (row) => <Payout value={row.Payout} /> },
  ];
  return (
    <div className={styles.rows} tabIndex={0} role="region" aria-label={t('operations')}>
      <QueryView query={withData(query, operations)} waiting={<SkeletonRows />}>
        {(rows) => <Table caption={t('operations')} columns={columns} rows={rows} rowKey={({ Id }) => Id} />}
      </QueryView>
      {query.hasNextPage && (
        <p className={styles.more}>
          <Button onClick={() => void query.fetchNextPage()} isWorking={query.isFetchingNextPage}>
            {t('more')}
          </Button>
        </p>
      )}
    </div>
  );
}
