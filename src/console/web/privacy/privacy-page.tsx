import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'react-router';
import { listCorrections, listPrivacyActions, readRetention } from '#console/privacy-contract.ts';
import type { AnswerOf } from '#platform/endpoint.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import { FormDialog } from '../commands/form-dialog.tsx';
import { useMay } from '../commands/use-command.ts';
import { List } from '../list.tsx';
import { useStaffQuery } from '../use-staff-query.ts';
import { WholeView } from '../whole-view.tsx';
import { FetchExport } from '../customers/customer-commands.tsx';
import { AnsweredRequests, OpenRequests } from './privacy-requests.tsx';

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
  const corrections = useStaffQuery(listCorrections, {}, { isLook: true });
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} action={<Link to="/customers">{t('find')}</Link>} />
      <Retention />
      <h2>{t('requests.title')}</h2>
      <OpenRequests />
      <h2>{t('waiting')}</h2>
      <WholeView query={corrections} empty={t('nothingWaits')}>
        {(rows) => <Corrections rows={rows} />}
      </WholeView>
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

const keepOf = ({ Field }: Correction): string =>
  Field === 'email' ? 'customer keep-address' : 'customer keep-details';

function Corrections({ rows }: { rows: readonly Correction[] }) {
  const t = useTranslations('console.privacy');
  const may = useMay();
  const [kept, setKept] = useState<Correction | null>(null);
  const columns: Column<Correction>[] = [
    { id: 'customer', header: t('customer'), place: 'title', cell: (row) => <Who {...row.Customer} /> },
    { id: 'field', header: t('field'), place: 'main', cell: ({ Field }) => t(`fields.${Field}`) },
    { id: 'becomes', header: t('becomes'), cell: ({ Becomes }) => <bdi>{Becomes}</bdi> },
    { id: 'asked', header: t('asked'), cell: ({ Asked }) => <DateTime value={Asked} show="minute" /> },
    { id: 'when', header: t('takesEffect'), cell: ({ TakesEffect }) => <DateTime value={TakesEffect} show="minute" /> },
  ];
  if (rows.some((row) => may(keepOf(row)))) {
    columns.push({
      id: 'keep',
      header: t('keep'),
      place: 'action',
      cell: (row) =>
        may(keepOf(row)) && (
          <Button size="small" onClick={() => setKept(row)}>
            {t('keep')}
          </Button>
        ),
    });
  }
  return (
    <>
      <Table caption={t('waiting')} columns={columns} rows={rows} rowKey={({ Id }) => Id} />
      {kept && (
        <FormDialog
          command={keepOf(kept)}
          given={{ customer: kept.Email, ...(kept.Field !== 'email' && { field: kept.Field }) }}
          onClose={() => setKept(null)}
        />
      )}
    </>
  );
}

function useDone(): Column<PrivacyAction>[] {
  const t = useTranslations('console.privacy');
  const nameOf = (action: string): string => t(`actions.${words[action as keyof typeof words] ?? 'correct'}`);
  return [
    { id: 'customer', header: t('customer'), place: 'title', cell: (row) => <Who {...row.Customer} /> },
    { id: 'action', header: t('what'), place: 'main', cell: ({ Action }) => nameOf(Action) },
    { id: 'date', header: t('date'), cell: ({ Date: date }) => <DateTime value={date} show="minute" /> },
    { id: 'who', header: t('by'), cell: ({ Who: by }) => <bdi>{by}</bdi> },
    {
      id: 'reason',
      header: t('reason'),
      cell: ({ Action, Reason }) =>
        Reason && <bdi>{Action === 'customer erase' ? t(`grounds.${Reason as 'asked'}`) : Reason}</bdi>,
    },
    {
      id: 'fetch',
      header: t('file'),
      place: 'action',
      cell: ({ Fetch, Customer }) => Fetch && <FetchExport id={Customer.Id} />,
    },
  ];
}

function Who({ Id, Name }: PrivacyAction['Customer']) {
  return (
    <Link to={`/customers/${Id}`} dir="auto">
      {Name}
    </Link>
  );
}
