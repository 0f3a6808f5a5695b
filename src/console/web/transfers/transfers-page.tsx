import { useTranslations } from 'use-intl';
import { Link, Route, Routes, useLocation, useSearchParams } from 'react-router';
import { listTransfers, type StaffTransfer } from '#console/transfers-contract.ts';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import type { Column } from '#platform/web/ui/table.tsx';
import { type Filter, useViews } from '../filters.tsx';
import { List } from '../list.tsx';
import { TransferDialog } from './transfer-dialog.tsx';
import { TransferState } from './transfer-state.tsx';
import { amountColumn, column, momentColumn } from '../columns.tsx';

const views = ['all', 'unknown', 'overdue', 'waiting'] as const;
const queryOf = {
  all: {},
  unknown: { unknown: 'yes' },
  overdue: { overdue: 'yes' },
  waiting: { state: 'awaiting_approval' },
} as const;

/** Every transfer with the brokerage. A transfer opens over the list, at its own URL. */
export function TransfersPage() {
  const t = useTranslations('console.transfers');
  const [view, choice] = useViews(views, t('which'), (each) => t(`views.${each}`));
  const [search] = useSearchParams();
  const settled = /^\d{4}-\d{2}-\d{2}$/.exec(search.get('settled') ?? '')?.[0];
  const filters: Filter[] = [
    { name: 'customer', kind: 'customer', label: t('customer') },
    {
      name: 'direction',
      kind: 'choice',
      label: t('direction'),
      options: (['deposit', 'withdrawal'] as const).map((value) => ({ value, label: t(`directions.${value}`) })),
    },
    {
      name: 'currency',
      kind: 'choice',
      label: t('currency'),
      options: ['brl', 'usdt'].map((value) => ({ value, label: value.toUpperCase() })),
    },
    { name: 'day', kind: 'day', label: t('day') },
  ];
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} action={choice} />
      <List
        of={listTransfers}
        given={{ ...queryOf[view], ...(settled && { settled }) }}
        filters={filters}
        isLook
        caption={t('title')}
        columns={useColumns()}
        rowKey={({ Id }) => Id}
        empty={t(`none.${view}`)}
      >
        {settled && (
          <Notice>
            {t.rich('settledOn', {
              date: () => <DateTime value={settled} />,
              all: (words) => <Link to="/transfers">{words}</Link>,
            })}
          </Notice>
        )}
      </List>
      <Routes>
        <Route path=":id" element={<TransferDialog />} />
        <Route path="*" element={null} />
      </Routes>
    </>
  );
}

function useColumns(): Column<StaffTransfer>[] {
  const t = useTranslations('console.transfers');
  const { search } = useLocation();
  return [
    column(
      t('customer'),
      ({ Id, Customer }) => (
        <Link to={{ pathname: `/transfers/${Id}`, search }} dir="auto">
          {Customer.Name}
        </Link>
      ),
      'title',
    ),
    column(t('direction'), ({ Direction }) => t(`directions.${Direction}`)),
    amountColumn(t('amount'), ({ Amount: value }) => value, { place: 'main' }),
    column(t('currency'), ({ Currency }) => Currency.toUpperCase()),
    momentColumn(t('date'), ({ Date: date }) => date),
    column(t('state'), (transfer) => <TransferState transfer={transfer} />, 'under'),
  ];
}
