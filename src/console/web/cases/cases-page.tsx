import { useFormatter, useTranslations } from 'use-intl';
import { Link, Route, Routes, useLocation } from 'react-router';
import { listAlerts, listCases, type StaffAlert, type StaffCase } from '#console/cases-contract.ts';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { Segments } from '#platform/web/ui/segments.tsx';
import type { Column } from '#platform/web/ui/table.tsx';
import { useView } from '../filters.tsx';
import { List } from '../list.tsx';
import { AlertDialog } from './alert-dialog.tsx';
import { CaseDialog } from './case-dialog.tsx';
import { DecisionBadge } from './decision-badge.tsx';

const views = ['alerts', 'open', 'closed'] as const;

/** Suspicious patterns that rules found, and the cases made of them. An alert or a case opens over the list, at its own URL. */
export function CasesPage() {
  const t = useTranslations('console.cases');
  const [view, show] = useView(views);
  return (
    <>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        action={
          <Segments
            label={t('which')}
            value={view}
            onChange={show}
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
  const { search } = useLocation();
  const columns: Column<StaffAlert>[] = [
    {
      id: 'rule',
      header: t('pattern'),
      place: 'title',
      cell: ({ Id, Rule }) => <Link to={{ pathname: `/cases/alerts/${Id}`, search }}>{t(`rules.${Rule}`)}</Link>,
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
    <List
      of={listAlerts}
      given={{ state: 'open' }}
      isLook
      caption={t('views.alerts')}
      columns={columns}
      rowKey={({ Id }) => Id}
      empty={t('none.alerts')}
    />
  );
}

function Cases({ state }: { state: 'open' | 'closed' }) {
  const t = useTranslations('console.cases');
  const format = useFormatter();
  const { search } = useLocation();
  const columns: Column<StaffCase>[] = [
    {
      id: 'customer',
      header: t('customer'),
      place: 'title',
      cell: ({ Id, Customer }) => (
        <Link to={{ pathname: `/cases/${Id}`, search }} dir="auto">
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
    <List
      of={listCases}
      given={{ state }}
      isLook
      caption={t(`views.${state}`)}
      columns={columns}
      rowKey={({ Id }) => Id}
      empty={t(`none.${state}`)}
    />
  );
}
