import { useFormatter, useTranslations } from 'use-intl';
import { Link, Route, Routes, useLocation } from 'react-router';
import { listAlerts, listCases, type StaffAlert, type StaffCase } from '#console/cases-contract.ts';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import type { Column } from '#platform/web/ui/table.tsx';
import { useViews } from '../filters.tsx';
import { List } from '../list.tsx';
import { AlertDialog } from './alert-dialog.tsx';
import { CaseDialog } from './case-dialog.tsx';
import { DecisionBadge } from './decision-badge.tsx';
import { column, figureColumn, momentColumn, nameColumn } from '../columns.tsx';

const views = ['alerts', 'open', 'closed'] as const;

/** Suspicious patterns that rules found, and the cases made of them. An alert or a case opens over the list, at its own URL. */
export function CasesPage() {
  const t = useTranslations('console.cases');
  const [view, choice] = useViews(views, t('which'), (each) => t(`views.${each}`));
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} action={choice} />
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
    column(
      t('pattern'),
      ({ Id, Rule }) => <Link to={{ pathname: `/cases/alerts/${Id}`, search }}>{t(`rules.${Rule}`)}</Link>,
      'title',
    ),
    nameColumn(t('customer'), ({ Customer }) => Customer.Name, { place: 'main' }),
    figureColumn(t('customers'), ({ Customers }) => format.number(Customers)),
    momentColumn(t('found'), ({ Found }) => Found),
    momentColumn(t('lastEvidence'), ({ LastEvidence }) => LastEvidence),
  ];
  return (
    <List
      of={listAlerts}
      given={{ state: 'open' }}
      filters={[{ name: 'customer', kind: 'customer', label: t('customer') }]}
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
    column(
      t('customer'),
      ({ Id, Customer }) => (
        <Link to={{ pathname: `/cases/${Id}`, search }} dir="auto">
          {Customer.Name}
        </Link>
      ),
      'title',
    ),
    column(t('decision'), ({ Decision }) => <DecisionBadge decision={Decision} />, 'main'),
    figureColumn(t('views.alerts'), ({ Alerts: count }) => format.number(count)),
    momentColumn(t('opened'), ({ Opened }) => Opened),
    nameColumn(t('assignedTo'), ({ AssignedTo }) => AssignedTo?.Name, { none: t('nobody') }),
  ];
  return (
    <List
      of={listCases}
      given={{ state }}
      filters={[{ name: 'customer', kind: 'customer', label: t('customer') }]}
      isLook
      caption={t(`views.${state}`)}
      columns={columns}
      rowKey={({ Id }) => Id}
      empty={t(`none.${state}`)}
    />
  );
}
