import { useTranslations } from 'use-intl';
import { Link } from 'react-router';
import type { FoundCustomer } from '#console/customers-contract.ts';
import { Amount } from '#money/web/amount.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { Phone } from '#platform/web/ui/phone.tsx';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import type { Column } from '#platform/web/ui/table.tsx';
import styles from './customers.module.css';

/** Columns of every list of customers. */
export function useFoundColumns(): Column<FoundCustomer>[] {
  const t = useTranslations('console.customers');
  return [
    {
      id: 'name',
      header: t('name'),
      place: 'title',
      cell: ({ Id, Name }) => (
        <Link to={`/customers/${Id}`} className={styles.name ?? ''}>
          <bdi>{Name}</bdi>
        </Link>
      ),
    },
    { id: 'email', header: t('email'), cell: ({ Email }) => <bdi className={styles.long}>{Email}</bdi> },
    {
      id: 'phone',
      header: t('phone'),
      cell: (row) => (
        <bdi dir="ltr">
          <Phone written={row.Phone} />
        </bdi>
      ),
    },
    { id: 'since', header: t('since'), cell: ({ Since }) => <DateTime value={Since} /> },
    {
      id: 'balance',
      header: t('balance'),
      align: 'end',
      place: 'main',
      cell: ({ Balance }) => <Amount value={Balance} />,
    },
    {
      id: 'state',
      header: t('state'),
      cell: ({ Frozen }) => (Frozen ? <StatusBadge tone="bad">{t('frozen')}</StatusBadge> : t('active')),
    },
  ];
}
