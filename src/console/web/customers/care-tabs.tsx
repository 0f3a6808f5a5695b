import { useTranslations } from 'use-intl';
import { Link } from 'react-router';
import * as contract from '#console/customer-lists-contract.ts';
import type { AnswerOf } from '#platform/endpoint.ts';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import { StateBadge } from '../approvals/request-state.tsx';
import { useMay } from '../commands/use-command.ts';
import { useStaffQuery } from '../use-staff-query.ts';
import { WholeView } from '../whole-view.tsx';
import type { TabProps } from './customer-tabs.tsx';

type Freeze = AnswerOf<typeof contract.listFreezes>[number];
type RequestAbout = AnswerOf<typeof contract.listRequestsAbout>[number];

/** Periods in which their money was frozen. */
export function Freezes({ customer: { Id: id } }: TabProps) {
  const t = useTranslations('console.customers');
  const freezes = useStaffQuery(contract.listFreezes, { params: { id } }, { isLook: true });
  const columns: Column<Freeze>[] = [
    { id: 'from', header: t('from'), place: 'title', cell: ({ From }) => <DateTime value={From} show="minute" /> },
    {
      id: 'until',
      header: t('until'),
      cell: ({ Until }) => (Until ? <DateTime value={Until} show="minute" /> : t('noEnd')),
    },
    {
      id: 'ended',
      header: t('ended'),
      place: 'main',
      cell: ({ Ended }) => (Ended ? <DateTime value={Ended} show="minute" /> : t('notEnded')),
    },
  ];
  return (
    <WholeView query={freezes} empty={t('nothing')}>
      {(rows) => <Table caption={t('tabs.freezes')} columns={columns} rows={rows} rowKey={({ From }) => From} />}
    </WholeView>
  );
}

/** Requests about the customer that take two people. */
export function Requests({ customer: { Id: id } }: TabProps) {
  const t = useTranslations('console.customers');
  const requests = useStaffQuery(contract.listRequestsAbout, { params: { id } }, { isLook: true });
  const mayTake = useMay();
  const columns: Column<RequestAbout>[] = [
    {
      id: 'request',
      header: t('request'),
      place: 'title',
      // Members whose role does not include the action may not open its request.
      cell: ({ Id, Command, Title }) => (mayTake(Command) ? <Link to={`/approvals/${Id}`}>{Title}</Link> : Title),
    },
    { id: 'state', header: t('state'), place: 'main', cell: ({ State }) => <StateBadge state={State} /> },
    { id: 'reason', header: t('reason'), cell: ({ Reason }) => <span dir="auto">{Reason}</span> },
    { id: 'maker', header: t('maker'), cell: ({ Maker }) => <bdi>{Maker}</bdi> },
    { id: 'made', header: t('made'), cell: ({ Made }) => <DateTime value={Made} show="minute" /> },
    { id: 'decider', header: t('decider'), cell: ({ Decider }) => <bdi>{Decider ?? '—'}</bdi> },
  ];
  return (
    <WholeView query={requests} empty={t('nothing')}>
      {(rows) => <Table caption={t('tabs.requests')} columns={columns} rows={rows} rowKey={({ Id }) => Id} />}
    </WholeView>
  );
}
