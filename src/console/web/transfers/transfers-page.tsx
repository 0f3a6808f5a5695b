import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link, Route, Routes, useLocation, useSearchParams } from 'react-router';
import { listTransfers, type StaffTransfer } from '#console/transfers-contract.ts';
import { Amount } from '#money/web/amount.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { Segments } from '#platform/web/ui/segments.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import { FoldedFilters } from '../folded-filters.tsx';
import { PagedView } from '../paged-view.tsx';
import { useStaffPages } from '../use-staff-query.ts';
import { type Asked, nothingAsked, TransferFilters } from './transfer-filters.tsx';
import { TransferDialog } from './transfer-dialog.tsx';
import { TransferState } from './transfer-state.tsx';

const views = ['all', 'unknown', 'overdue', 'waiting'] as const;
type View = (typeof views)[number];

const queryOf: Record<View, object> = {
  all: {},
  unknown: { unknown: 'yes' },
  overdue: { overdue: 'yes' },
  waiting: { state: 'awaiting_approval' },
};

/** Every transfer with the brokerage. A transfer opens over the list, at its own URL. */
export function TransfersPage() {
  const t = useTranslations('console.transfers');
  const [search, setSearch] = useSearchParams();
  const view = views.find((each) => each === search.get('which')) ?? 'all';
  const settled = /^\d{4}-\d{2}-\d{2}$/.exec(search.get('settled') ?? '')?.[0];
  const [asked, setAsked] = useState<Asked>(() => askedOf(search));
  const { direction, currency, customer, day } = asked;
  const query = {
    ...queryOf[view],
    ...(settled && { settled }),
    ...(direction && { direction }),
    ...(currency && { currency }),
    ...(customer && { customer }),
    ...(day && { day }),
  };
  const transfers = useStaffPages(listTransfers, { query }, { isLook: true });
  function ask(next: Asked): void {
    if (JSON.stringify(next) === JSON.stringify(asked)) void transfers.refetch();
    setAsked(next);
  }
  return (
    <>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        action={
          <Segments
            label={t('which')}
            value={view}
            onChange={(which) => setSearch({ which })}
            options={views.map((value) => ({ value, label: t(`views.${value}`) }))}
          />
        }
      />
      <FoldedFilters isAsked={Object.values(asked).some((said) => said !== '')}>
        <TransferFilters value={asked} onChange={ask} />
      </FoldedFilters>
      {settled && (
        <Notice>
          {t.rich('settledOn', {
            date: () => <DateTime value={settled} />,
            all: (words) => <Link to="/transfers">{words}</Link>,
          })}
        </Notice>
      )}
      <PagedView query={transfers} empty={t(`none.${view}`)}>
        {(rows) => <Transfers rows={rows} />}
      </PagedView>
      <Routes>
        <Route path=":id" element={<TransferDialog />} />
        <Route path="*" element={null} />
      </Routes>
    </>
  );
}

/** Filters of a link from another screen. */
function askedOf(search: URLSearchParams): Asked {
  const [direction, currency] = [search.get('direction'), search.get('currency')];
  return {
    ...nothingAsked,
    direction: direction === 'deposit' || direction === 'withdrawal' ? direction : '',
    currency: currency === 'brl' || currency === 'usdt' ? currency : '',
  };
}

function Transfers({ rows }: { rows: readonly StaffTransfer[] }) {
  const t = useTranslations('console.transfers');
  const { search } = useLocation();
  const columns: Column<StaffTransfer>[] = [
    {
      id: 'customer',
      header: t('customer'),
      place: 'title',
      cell: ({ Id, Customer }) => (
        <Link to={{ pathname: `/transfers/${Id}`, search }} dir="auto">
          {Customer.Name}
        </Link>
      ),
    },
    { id: 'direction', header: t('direction'), cell: ({ Direction }) => t(`directions.${Direction}`) },
    {
      id: 'amount',
      header: t('amount'),
      align: 'end',
      place: 'main',
      cell: ({ Amount: value }) => <Amount value={value} />,
    },
    { id: 'currency', header: t('currency'), cell: ({ Currency }) => Currency.toUpperCase() },
    { id: 'date', header: t('date'), cell: ({ Date: date }) => <DateTime value={date} show="minute" /> },
    { id: 'state', header: t('state'), place: 'under', cell: (transfer) => <TransferState transfer={transfer} /> },
  ];
  return <Table caption={t('title')} columns={columns} rows={rows} rowKey={({ Id }) => Id} />;
}
