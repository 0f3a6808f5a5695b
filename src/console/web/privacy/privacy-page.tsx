import { useTranslations } from 'use-intl';
import { Link } from 'react-router';
import { listCorrections, listPrivacyActions, readRetention } from '#console/privacy-contract.ts';
import type { AnswerOf } from '#platform/endpoint.ts';
import { Notice } from '#platform/web/ui/notice.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import type { Column } from '#platform/web/ui/table.tsx';
import { useRowCommands } from '../commands/row-commands.tsx';
import { List, Rows } from '../list.tsx';
import { useStaffQuery } from '../use-staff-query.ts';
import { FetchExport } from '../customers/customer-commands.tsx';
import { AnsweredRequests, OpenRequests } from './privacy-requests.tsx';
import { column, customerColumn, momentColumn, nameColumn } from '../columns.tsx';

type Correction = AnswerOf<typeof listCorrections>[number];
type PrivacyAction = AnswerOf<typeof listPrivacyActions>[number];

const words = {
  'customer export': 'export',
  'customer erase': 'erase',
  'customer keep-details': 'keep',
  'customer keep-address': 'keep',
} as const;

/** Customers' requests about their personal data: those waiting, and those dealt with. */
export function PrivacyPage() {
  const t = useTranslations('console.privacy');
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} action={<Link to="/customers">{t('find')}</Link>} />
      <Retention />
      <h2>{t('requests.title')}</h2>
      <OpenRequests />
      <h2>{t('waiting')}</h2>
      <Corrections />
      <h2>{t('requests.answeredTitle')}</h2>
      <AnsweredRequests />
      <h2>{t('done')}</h2>
      <List
        of={listPrivacyActions}
        isLook
        caption={t('done')}
        columns={useDone()}
        rowKey={({ Number: number }) => number}
        empty={t('nothingDone')}
      />
    </>
  );
}

/** For how long data is kept, and the law that wants it. */
function Retention() {
  const t = useTranslations('console.privacy');
  const { data } = useStaffQuery(readRetention, {});
  return data ? <Notice>{t('retention', { customers: data.Customers, files: data.CaseFiles })}</Notice> : null;
}

function Corrections() {
  const corrections = useStaffQuery(listCorrections, {}, { isLook: true });
  const t = useTranslations('console.privacy');
  const keep = useRowCommands<Correction>(['customer keep-address', 'customer keep-details'], (row) => [
    {
      command: row.Field === 'email' ? 'customer keep-address' : 'customer keep-details',
      given: { customer: row.Email, ...(row.Field !== 'email' && { field: row.Field }) },
      label: t('keep'),
    },
  ]);
  const columns: Column<Correction>[] = [
    customerColumn(t('customer'), ({ Customer }) => Customer),
    column(t('field'), ({ Field }) => t(`fields.${Field}`), 'main'),
    nameColumn(t('becomes'), ({ Becomes }) => Becomes),
    momentColumn(t('asked'), ({ Asked }) => Asked),
    momentColumn(t('takesEffect'), ({ TakesEffect }) => TakesEffect),
    ...keep.columns,
  ];
  return (
    <>
      <Rows
        query={corrections}
        caption={t('waiting')}
        columns={columns}
        rowKey={({ Id }) => Id}
        empty={t('nothingWaits')}
      />
      {keep.form}
    </>
  );
}

function useDone(): Column<PrivacyAction>[] {
  const t = useTranslations('console.privacy');
  const nameOf = (action: string): string => t(`actions.${words[action as keyof typeof words] ?? 'correct'}`);
  return [
    customerColumn(t('customer'), ({ Customer }) => Customer),
    column(t('what'), ({ Action }) => nameOf(Action), 'main'),
    momentColumn(t('date'), ({ Date: date }) => date),
    nameColumn(t('by'), ({ Who: by }) => by),
    column(
      t('reason'),
      ({ Action, Reason }) =>
        Reason && <bdi>{Action === 'customer erase' ? t(`grounds.${Reason as 'asked'}`) : Reason}</bdi>,
    ),
    column(t('file'), ({ Fetch, Customer }) => Fetch && <FetchExport id={Customer.Id} />, 'action'),
  ];
}
