import { useTranslations } from 'use-intl';
import type { AnswerOf } from '#platform/endpoint.ts';
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
import { amountColumn, column, momentColumn } from '../columns.tsx';

type View = AnswerOf<typeof readView>;

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
          <Table<View['Stakes'][number]>
            caption={t('view.stakes')}
            rows={Stakes}
            rowKey={({ Id }) => Id}
            columns={[
              column(t('start'), ({ Start }) => <DateTime value={Start} />, 'title'),
              column(t('end'), ({ End }) => <DateTime value={End} />),
              column(t('profit'), ({ Profit }) => <Amount value={Profit} tone="change" />),
              amountColumn(t('amount'), (row) => row.Amount, { place: 'main' }),
            ]}
          />
          <h2 className={styles.heading}>{t('tabs.statement')}</h2>
          <Table<View['Statement'][number]>
            caption={t('tabs.statement')}
            rows={Statement}
            rowKey={({ Id }) => Id}
            columns={[
              column(t('what'), ({ Description }) => Description, 'title'),
              momentColumn(t('date'), (row) => row.Date),
              amountColumn(t('amount'), (row) => row.Amount, { place: 'main', tone: 'moved' }),
            ]}
          />
        </>
      )}
    </QueryView>
  );
}
