import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link, Route, Routes } from 'react-router';
import { listRequests, type StaffRequestAnswer } from '#console/contract.ts';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { Segments } from '#platform/web/ui/segments.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import { Sentence } from '../commands/sentence.tsx';
import { PagedView } from '../paged-view.tsx';
import { useStaffPages } from '../use-staff-query.ts';
import { RequestDialog } from './request-dialog.tsx';
import { RequestState } from './request-state.tsx';
import styles from './approvals.module.css';

const everyMs = 5_000;

/**
 * Actions that take two people: requests waiting for the member, their own requests, and past ones. A request opens over the list, at its
 * own URL.
 */
export function ApprovalsPage() {
  const t = useTranslations('console.approvals');
  const [state, setState] = useState<'open' | 'over'>('open');
  const requests = useStaffPages(listRequests, { query: { state } }, { everyMs });
  return (
    <>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        action={
          <Segments
            label={t('which')}
            value={state}
            onChange={setState}
            options={(['open', 'over'] as const).map((value) => ({ value, label: t(value) }))}
          />
        }
      />
      <PagedView query={requests} empty={t(state === 'open' ? 'noneOpen' : 'noneOver')}>
        {(rows) => <Requests rows={rows} />}
      </PagedView>
      <Routes>
        <Route path=":id" element={<RequestDialog />} />
        <Route path="*" element={null} />
      </Routes>
    </>
  );
}

function Requests({ rows }: { rows: readonly StaffRequestAnswer[] }) {
  const t = useTranslations('console.approvals');
  const columns: Column<StaffRequestAnswer>[] = [
    {
      id: 'what',
      header: t('what'),
      place: 'title',
      cell: ({ Id, Command, Sentence: said }) => (
        <Link to={`/approvals/${Id}`} className={styles.what ?? ''}>
          {said ? <Sentence parts={said} isPlain /> : <code>{Command}</code>}
        </Link>
      ),
    },
    { id: 'reason', header: t('reason'), cell: ({ Reason }) => <span dir="auto">{Reason}</span> },
    { id: 'maker', header: t('maker'), cell: ({ Maker }) => Maker.Name },
    { id: 'made', header: t('made'), cell: ({ Made }) => <DateTime value={Made} show="minute" /> },
    {
      id: 'state',
      header: t('state'),
      place: 'main',
      cell: (request) => <RequestState request={request} />,
    },
  ];
  return <Table caption={t('title')} columns={columns} rows={rows} rowKey={({ Id }) => Id} />;
}
