import { useTranslations } from 'use-intl';
import { Link } from 'react-router';
import { listCasesAbout, type StaffAlert, type StaffCase } from '#console/cases-contract.ts';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { Count } from '#platform/web/ui/count.tsx';
import type { Column } from '#platform/web/ui/table.tsx';
import { DecisionBadge } from '../cases/decision-badge.tsx';
import { TableOrNone } from '../list.tsx';
import { useStaffQuery } from '../use-staff-query.ts';
import type { TabProps } from './customer-tabs.tsx';
import styles from './customers.module.css';
import { column, figureColumn, momentColumn, nameColumn } from '../columns.tsx';

/** Alerts about the customer, and the cases made of them. */
export function Cases({ customer: { Id: id } }: TabProps) {
  const t = useTranslations('console.cases');
  const found = useStaffQuery(listCasesAbout, { params: { id } }, { isLook: true });
  return (
    <QueryView query={found} waiting={<SkeletonRows />}>
      {({ Cases: cases, Alerts }) => (
        <>
          <h2 className={styles.heading}>{t('title')}</h2>
          <CaseRows rows={cases} />
          <h2 className={styles.heading}>{t('views.alerts')}</h2>
          <AlertRows rows={Alerts} />
        </>
      )}
    </QueryView>
  );
}

function CaseRows({ rows }: { rows: readonly StaffCase[] }) {
  const t = useTranslations('console.cases');
  const nothing = useTranslations('console.customers')('nothing');
  const columns: Column<StaffCase>[] = [
    column(
      t('opened'),
      ({ Id, Opened }) => (
        <Link to={`/cases/${Id}`}>
          <DateTime value={Opened} show="minute" />
        </Link>
      ),
      'title',
    ),
    column(t('decision'), ({ Decision }) => <DecisionBadge decision={Decision} />, 'main'),
    nameColumn(t('assignedTo'), ({ AssignedTo }) => AssignedTo?.Name, { none: t('nobody') }),
    momentColumn(t('kinds.closed'), ({ Closed }) => Closed, { none: '—' }),
  ];
  return <TableOrNone {...{ columns, rows }} caption={t('title')} rowKey={({ Id }) => Id} empty={nothing} />;
}

function AlertRows({ rows }: { rows: readonly StaffAlert[] }) {
  const t = useTranslations('console.cases');
  const nothing = useTranslations('console.customers')('nothing');
  const columns: Column<StaffAlert>[] = [
    column(t('pattern'), ({ Id, Rule }) => <Link to={`/cases/alerts/${Id}`}>{t(`rules.${Rule}`)}</Link>, 'title'),
    column(t('state'), ({ State }) => t(`states.${State}`), 'main'),
    figureColumn(t('customers'), ({ Customers }) => <Count value={Customers} />),
    momentColumn(t('found'), ({ Found }) => Found),
  ];
  return <TableOrNone {...{ columns, rows }} caption={t('views.alerts')} rowKey={({ Id }) => Id} empty={nothing} />;
}
