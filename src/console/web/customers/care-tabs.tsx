import { useTranslations } from 'use-intl';
import { Link } from 'react-router';
import * as contract from '#console/customer-lists-contract.ts';
import type { AnswerOf, EndpointShape } from '#platform/endpoint.ts';
import type { HarmlessCall, InputOf } from '#platform/web/api.ts';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import { useStaffQuery } from '../use-staff-query.ts';
import type { TabProps } from './customer-tabs.tsx';

type Freeze = AnswerOf<typeof contract.listFreezes>[number];
type RequestAbout = AnswerOf<typeof contract.listRequestsAbout>[number];

/** When their money was stopped. */
export function Freezes({ customer: { Id: id } }: TabProps) {
  const t = useTranslations('console.customers');
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
    <WholeTable
      caption={t('tabs.freezes')}
      shape={contract.listFreezes}
      input={{ params: { id } }}
      columns={columns}
      rowKey={({ From }) => From}
    />
  );
}

/** What was asked for about them and takes two people. */
export function Requests({ customer: { Id: id } }: TabProps) {
  const t = useTranslations('console.customers');
  const states = useTranslations('console.approvals.states');
  const columns: Column<RequestAbout>[] = [
    {
      id: 'request',
      header: t('request'),
      place: 'title',
      cell: ({ Id, Command }) => (
        <Link to={`/approvals/${Id}`}>
          <code>{Command}</code>
        </Link>
      ),
    },
    { id: 'state', header: t('state'), place: 'main', cell: ({ State }) => states(State) },
    { id: 'reason', header: t('reason'), cell: ({ Reason }) => <span dir="auto">{Reason}</span> },
    { id: 'maker', header: t('maker'), cell: ({ Maker }) => <bdi>{Maker}</bdi> },
    { id: 'made', header: t('made'), cell: ({ Made }) => <DateTime value={Made} show="minute" /> },
    { id: 'decider', header: t('decider'), cell: ({ Decider }) => <bdi>{Decider ?? '—'}</bdi> },
  ];
  return (
    <WholeTable
      caption={t('tabs.requests')}
      shape={contract.listRequestsAbout}
      input={{ params: { id } }}
      columns={columns}
      rowKey={({ Id }) => Id}
    />
  );
}

type Whole = EndpointShape & HarmlessCall & { method: 'GET' };
type RowOf<E extends Whole> = AnswerOf<E> extends readonly (infer Row)[] ? Row : never;

interface WholeTableProps<E extends Whole> {
  caption: string;
  shape: E;
  input: InputOf<E>;
  columns: readonly Column<RowOf<E>>[];
  rowKey: (row: RowOf<E>) => string;
}

/** A list that comes whole. */
function WholeTable<E extends Whole>({ caption, shape, input, columns, rowKey }: WholeTableProps<E>) {
  const t = useTranslations('console.customers');
  const query = useStaffQuery(shape, input);
  return (
    <QueryView
      query={query}
      waiting={<SkeletonRows />}
      isEmpty={(rows) => (rows as readonly unknown[]).length === 0}
      empty={<EmptyState text={t('nothing')} />}
    >
      {(rows) => <Table caption={caption} columns={columns} rows={rows as readonly RowOf<E>[]} rowKey={rowKey} />}
    </QueryView>
  );
}
