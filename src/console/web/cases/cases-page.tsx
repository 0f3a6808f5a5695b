import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link, Route, Routes } from 'react-router';
import { listAlerts, listCases, type StaffAlert, type StaffCase } from '#console/cases-contract.ts';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { Segments } from '#platform/web/ui/segments.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import { PagedView } from '../paged-view.tsx';
import { useStaffPages } from '../use-staff-query.ts';
import { AlertDialog } from './alert-dialog.tsx';
import { CaseDialog } from './case-dialog.tsx';
import { DecisionBadge } from './decision-badge.tsx';

const views = ['alerts', 'open', 'closed'] as const;
type View = (typeof views)[number];

/** Suspicious patterns that rules found, and the cases made of them. An alert or a case opens over the list, at its own URL. */
export function CasesPage() {
  const t = useTranslations('console.cases');
  const [view, setView] = useState<View>('alerts');
  return (
    <>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        action={
          <Segments
            label={t('which')}
            value={view}
            onChange={setView}
            options={views.map((value) => ({ value, label: t(`views.${value}`) }))}
          />
        }
      />
      {view === 'alerts' ? <Alerts /> : <Cases key={view} state={view} />}
      <Routes>
        <Route path="alerts/:id" element={<AlertDialog />} />
        <Route path=":id" element={<CaseDialog />} />
        <Route path="*" element={null} />
      </Routes>
    </>
  );
}

function Alerts() {
  const t = useTranslations('console.cases');
  const format = useFormatter();
  const alerts = useStaffPages(listAlerts, { query: { state: 'open' } }, { isLook: true });
  const columns: Column<StaffAlert>[] = [
    {
      id: 'rule',
      header: t('pattern'),
      place: 'title',
      cell: ({ Id, Rule }) => <Link to={`/cases/alerts/${Id}`}>{t(`rules.${Rule}`)}</Link>,
    },
    { id: 'customer', header: t('customer'), place: 'main', cell: ({ Customer }) => <bdi>{Customer.Name}</bdi> },
    { id: 'customers', header: t('customers'), align: 'end', cell: ({ Customers }) => format.number(Customers) },
    { id: 'found', header: t('found'), cell: ({ Found }) => <DateTime value={Found} show="minute" /> },
    {
      id: 'last',
      header: t('lastEvidence'),
      cell: ({ LastEvidence }) => <DateTime value={LastEvidence} show="minute" />,
    },
  ];
  return (
    <PagedView query={alerts} empty={t('none.alerts')}>
      {(rows) => <Table caption={t('views.alerts')} columns={columns} rows={rows} rowKey={({ Id }) => Id} />}
    </PagedView>
  );
}

function Cases({ state }: { state: 'open' | 'closed' }) {
  const t = useTranslations('console.cases');
  const format = useFormatter();
  const cases = useStaffPages(listCases, { query: { state } }, { isLook: true });
  const columns: Column<StaffCase>[] = [
    {
      id: 'customer',
      header: t('customer'),
      place: 'title',
      cell: ({ Id, Customer }) => (
        <Link to={`/cases/${Id}`} dir="auto">
          {Customer.Name}
        </Link>
      ),
    },
    {
      id: 'decision',
      header: t('decision'),
      place: 'main',
      cell: ({ Decision }) => <DecisionBadge decision={Decision} />,
    },
    { id: 'alerts', header: t('views.alerts'), align: 'end', cell: ({ Alerts: count }) => format.number(count) },
    { id: 'opened', header: t('opened'), cell: ({ Opened }) => <DateTime value={Opened} show="minute" /> },
    {
      id: 'assigned',
      header: t('assignedTo'),
      cell: ({ AssignedTo }) => (AssignedTo ? <bdi>{AssignedTo.Name}</bdi> : t('nobody')),
    },
  ];
  return (
    <PagedView query={cases} empty={t(`none.${state}`)}>
      {(rows) => <Table caption={t(`views.${state}`)} columns={columns} rows={rows} rowKey={({ Id }) => Id} />}
    </PagedView>
  );
}
