import { useTranslations } from 'use-intl';
import { Link, Route, Routes, useLocation } from 'react-router';
import { listRequests, type StaffRequestAnswer } from '#console/contract.ts';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import type { Column } from '#platform/web/ui/table.tsx';
import { Sentence } from '../commands/sentence.tsx';
import { useViews } from '../filters.tsx';
import { List } from '../list.tsx';
import { RequestDialog } from './request-dialog.tsx';
import { RequestState } from './request-state.tsx';
import { column, momentColumn, nameColumn } from '../columns.tsx';

const everyMs = 5_000;

/**
 * Actions that take two people: requests waiting for the member, their own requests, and past ones. A request opens over the list, at its
 * own URL.
 */
export function ApprovalsPage() {
  const t = useTranslations('console.approvals');
  const [state, choice] = useViews(['open', 'over'], t('which'), (each) => t(each));
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} action={choice} />
      <List
        of={listRequests}
        given={{ state }}
        everyMs={everyMs}
        caption={t('title')}
        columns={useColumns()}
        rowKey={({ Id }) => Id}
        empty={t(state === 'open' ? 'noneOpen' : 'noneOver')}
      />
      <Routes>
        <Route path=":id" element={<RequestDialog />} />
        <Route path="*" element={null} />
      </Routes>
    </>
  );
}

function useColumns(): Column<StaffRequestAnswer>[] {
  const { search } = useLocation();
  const t = useTranslations('console.approvals');
  return [
    column(
      t('what'),
      ({ Id, Sentence: said }) => (
        <Link to={{ pathname: `/approvals/${Id}`, search }}>
          <Sentence parts={said} isPlain />
        </Link>
      ),
      'title',
    ),
    column(t('reason'), ({ Reason }) => <span dir="auto">{Reason}</span>),
    nameColumn(t('maker'), ({ Maker }) => Maker.Name),
    momentColumn(t('made'), ({ Made }) => Made),
    column(t('state'), (request) => <RequestState request={request} />, 'main'),
  ];
}
