import { useTranslations } from 'use-intl';
import { Link } from 'react-router';
import * as contract from '#console/customer-lists-contract.ts';
import type { AnswerOf } from '#platform/endpoint.ts';
import type { Column } from '#platform/web/ui/table.tsx';
import { StateBadge } from '../approvals/request-state.tsx';
import { useMay } from '../commands/use-command.ts';
import { useStaffQuery } from '../use-staff-query.ts';
import { Rows } from '../list.tsx';
import type { TabProps } from './customer-tabs.tsx';
import { column, momentColumn, nameColumn } from '../columns.tsx';

type Freeze = AnswerOf<typeof contract.listFreezes>[number];
type RequestAbout = AnswerOf<typeof contract.listRequestsAbout>[number];

/** Periods in which their money was frozen. */
export function Freezes({ customer: { Id: id } }: TabProps) {
  const t = useTranslations('console.customers');
  const freezes = useStaffQuery(contract.listFreezes, { params: { id } }, { isLook: true });
  const columns: Column<Freeze>[] = [
    momentColumn(t('from'), ({ From }) => From, { place: 'title' }),
    momentColumn(t('until'), ({ Until }) => Until, { none: t('noEnd') }),
    momentColumn(t('ended'), ({ Ended }) => Ended, { place: 'main', none: t('notEnded') }),
  ];
  return (
    <Rows
      query={freezes}
      caption={t('tabs.freezes')}
      columns={columns}
      rowKey={({ From }) => From}
      empty={t('nothing')}
    />
  );
}

/** Requests about the customer that take two people. */
export function Requests({ customer: { Id: id } }: TabProps) {
  const t = useTranslations('console.customers');
  const requests = useStaffQuery(contract.listRequestsAbout, { params: { id } }, { isLook: true });
  const mayTake = useMay();
  const columns: Column<RequestAbout>[] = [
    column(
      t('request'),
      ({ Id, Command, Title }) => (mayTake(Command) ? <Link to={`/approvals/${Id}`}>{Title}</Link> : Title),
      'title',
    ),
    column(t('state'), ({ State }) => <StateBadge state={State} />, 'main'),
    column(t('reason'), ({ Reason }) => <span dir="auto">{Reason}</span>),
    nameColumn(t('maker'), ({ Maker }) => Maker),
    momentColumn(t('made'), ({ Made }) => Made),
    nameColumn(t('decider'), ({ Decider }) => Decider, { none: '—' }),
  ];
  return (
    <Rows
      query={requests}
      caption={t('tabs.requests')}
      columns={columns}
      rowKey={({ Id }) => Id}
      empty={t('nothing')}
    />
  );
}
