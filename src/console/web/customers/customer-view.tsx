import { useTranslations } from 'use-intl';
import { readView, type ShownCustomer } from '#console/customers-contract.ts';
import { Amount } from '#money/web/amount.tsx';
import { ApiRefusal } from '#platform/web/api-failure.ts';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { Table } from '#platform/web/ui/table.tsx';
import { useStaffQuery } from '../use-staff-query.ts';
import styles from './customers.module.css';

/** The customer's own screens, read-only, once the view has been opened with a reason. */
export function CustomerView({ customer }: { customer: ShownCustomer }) {
  const t = useTranslations('console.customers');
  const view = useStaffQuery(readView, { params: { id: customer.Id } }, { isLook: true });
  if (view.error instanceof ApiRefusal && view.error.code === 'view_not_open') {
    return <EmptyState text={t('view.closed')} />;
  }
  return (
    <QueryView query={view} waiting={<SkeletonRows />}>
      {({ User, Stakes, Statement }) => (
        <>
          <Notice>{t('view.lead')}</Notice>
          <Facts>
            <Fact label={t('name')}>
              <bdi>{User.Name}</bdi>
            </Fact>
            <Fact label={t('balance')}>
              <Amount value={User.Balance} />
            </Fact>
          </Facts>
          <h2 className={styles.heading}>{t('view.stakes')}</h2>
          <Table
            caption={t('view.stakes')}
            rows={Stakes}
            rowKey={({ Id }) => Id}
            columns={[
              { id: 'start', header: t('start'), place: 'title', cell: ({ Start }) => <DateTime value={Start} /> },
              { id: 'end', header: t('end'), cell: ({ End }) => <DateTime value={End} /> },
              { id: 'profit', header: t('profit'), cell: ({ Profit }) => <Amount value={Profit} tone="change" /> },
              {
                id: 'amount',
                header: t('amount'),
                place: 'main',
                align: 'end',
                cell: (row) => <Amount value={row.Amount} />,
              },
            ]}
          />
          <h2 className={styles.heading}>{t('tabs.statement')}</h2>
          <Table
            caption={t('tabs.statement')}
            rows={Statement}
            rowKey={({ Id }) => Id}
            columns={[
              { id: 'what', header: t('what'), place: 'title', cell: ({ Description }) => Description },
              { id: 'date', header: t('date'), cell: (row) => <DateTime value={row.Date} show="minute" /> },
              {
                id: 'amount',
                header: t('amount'),
                place: 'main',
                align: 'end',
                cell: (row) => <Amount value={row.Amount} tone="moved" />,
              },
            ]}
          />
        </>
      )}
    </QueryView>
  );
}
