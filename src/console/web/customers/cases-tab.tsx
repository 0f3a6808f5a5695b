import { useTranslations } from 'use-intl';
import { Link } from 'react-router';
import { listCasesAbout, type StaffAlert, type StaffCase } from '#console/cases-contract.ts';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import { DecisionBadge } from '../cases/decision-badge.tsx';
import { useStaffQuery } from '../use-staff-query.ts';
import type { TabProps } from './customer-tabs.tsx';
import styles from './customers.module.css';

/** Alerts about the customer, and the cases made of them. */
export function Cases({ customer: { Id: id } }: TabProps) {
  const t = useTranslations('console.cases');
  const customers = useTranslations('console.customers');
  const found = useStaffQuery(listCasesAbout, { params: { id } }, { isLook: true });
  return (
    <QueryView query={found} waiting={<SkeletonRows />}>
      {({ Cases: cases, Alerts }) => (
        <>
          <h2 className={styles.heading}>{t('title')}</h2>
          {cases.length === 0 ? <EmptyState text={customers('nothing')} /> : <CaseRows rows={cases} />}
          <h2 className={styles.heading}>{t('views.alerts')}</h2>
          {Alerts.length === 0 ? <EmptyState text={customers('nothing')} /> : <AlertRows rows={Alerts} />}
        </>
      )}
    </QueryView>
  );
}

function CaseRows({ rows }: { rows: readonly StaffCase[] }) {
  const t = useTranslations('console.cases');
  const columns: Column<StaffCase>[] = [
    {
      id: 'opened',
      header: t('opened'),
      place: 'title',
      cell: ({ Id, Opened }) => (
        <Link to={`/cases/${Id}`}>
          <DateTime value={Opened} show="minute" />
        </Link>
      ),
    },
    {
      id: 'decision',
      header: t('decision'),
      place: 'main',
      cell: ({ Decision }) => <DecisionBadge decision={Decision} />,
    },
    {
      id: 'assigned',
      header: t('assignedTo'),
      cell: ({ AssignedTo }) => (AssignedTo ? <bdi>{AssignedTo.Name}</bdi> : t('nobody')),
    },
    {
      id: 'closed',
      header: t('kinds.closed'),
      cell: ({ Closed }) => (Closed ? <DateTime value={Closed} show="minute" /> : '—'),
    },
  ];
  return <Table caption={t('title')} columns={columns} rows={rows} rowKey={({ Id }) => Id} />;
}

function AlertRows({ rows }: { rows: readonly StaffAlert[] }) {
  const t = useTranslations('console.cases');
  const columns: Column<StaffAlert>[] = [
    {
      id: 'rule',
      header: t('pattern'),
      place: 'title',
      cell: ({ Id, Rule }) => <Link to={`/cases/alerts/${Id}`}>{t(`rules.${Rule}`)}</Link>,
    },
    { id: 'state', header: t('state'), place: 'main', cell: ({ State }) => t(`states.${State}`) },
    { id: 'customers', header: t('customers'), align: 'end', cell: ({ Customers }) => Customers },
    { id: 'found', header: t('found'), cell: ({ Found }) => <DateTime value={Found} show="minute" /> },
  ];
  return <Table caption={t('views.alerts')} columns={columns} rows={rows} rowKey={({ Id }) => Id} />;
}
