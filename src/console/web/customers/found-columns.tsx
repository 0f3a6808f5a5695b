import { useTranslations } from 'use-intl';
import { Link } from 'react-router';
import type { FoundCustomer } from '#console/customers-contract.ts';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { Phone } from '#platform/web/ui/phone.tsx';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import type { Column } from '#platform/web/ui/table.tsx';
import { amountColumn, column } from '../columns.tsx';
import styles from './customers.module.css';

/** Columns of every list of customers. */
export function useFoundColumns(): Column<FoundCustomer>[] {
  const t = useTranslations('console.customers');
  return [
    column(
      t('name'),
      ({ Id, Name }) => (
        <Link to={`/customers/${Id}`} className={styles.name ?? ''}>
          <bdi>{Name}</bdi>
        </Link>
      ),
      'title',
    ),
    column(t('email'), ({ Email }) => <bdi className={styles.long}>{Email}</bdi>),
    column(t('phone'), (row) => (
      <bdi dir="ltr">
        <Phone written={row.Phone} />
      </bdi>
    )),
    column(t('since'), ({ Since }) => <DateTime value={Since} />),
    amountColumn(t('balance'), ({ Balance }) => Balance, { place: 'main' }),
    column(t('state'), ({ Frozen }) => (Frozen ? <StatusBadge tone="bad">{t('frozen')}</StatusBadge> : t('active'))),
  ];
}
