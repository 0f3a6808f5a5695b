import { useTranslations } from 'use-intl';
import type { Award } from '#network/contract.ts';
import type { ReportedOperation } from '#operations/contract.ts';
import { Payout } from '#payouts/web/payout.tsx';
import { Traded } from '#payouts/web/traded.tsx';
import type { Transfer } from '#wallet/contract.ts';
import { AskSupport } from '#wallet/web/ask-support.tsx';
import { useSettled } from '#wallet/web/use-settled.ts';
import { usePercent } from '#platform/web/ui/percent.tsx';
import { historyQueries } from './data.ts';
import type { Days } from './history-filter.ts';
import { HistoryList } from './history-list.tsx';
import { shortReference } from './short-reference.ts';
import { useColumns } from './use-columns.tsx';

/** Things that happened on a day: operations, deposits, withdrawals, network earnings. */
export function OperationsTab({ days }: { days: Days }) {
  const { date, text, cell, change } = useColumns();
  const product = useTranslations('operations.product');
  const columns = [
    date<ReportedOperation>((row) => row.Date),
    // Marks an operation that never really took place.
    cell<ReportedOperation>('asset', (operation) => <Traded operation={operation} />, 'under'),
    text<ReportedOperation>('product', ({ Product }) => product(Product)),
    cell<ReportedOperation>('payout', ({ Payout: paid }) => <Payout value={paid} />, 'main'),
    change<ReportedOperation>('profit', ({ Profit }) => Profit),
  ];
  return <HistoryList tab="operations" days={days} query={historyQueries.operations(days)} columns={columns} />;
}

export function DepositsTab({ days }: { days: Days }) {
  const { date, amount, status, text, cell } = useColumns();
  const settled = useSettled();
  const columns = [
    date<Transfer>((row) => row.Date),
    status<Transfer>('transfer'),
    amount<Transfer>('value', ({ Amount }) => Amount),
    text<Transfer>('paid', ({ Net, Currency }) => settled(Net, Currency)),
    cell<Transfer>('notes', (transfer) => <TransferNotes transfer={transfer} />, 'detail'),
  ];
  return <HistoryList tab="deposits" days={days} query={historyQueries.deposits(days)} columns={columns} />;
}

export function WithdrawalsTab({ days }: { days: Days }) {
  const { date, amount, exact, status, text, cell } = useColumns();
  const settled = useSettled();
  const columns = [
    date<Transfer>((row) => row.Date),
    status<Transfer>('transfer'),
    amount<Transfer>('value', ({ Amount }) => Amount),
    // With all its digits, like the net amount: fee and net add up to the amount.
    exact<Transfer>('fee', ({ Fee }) => Fee, 'detail'),
    text<Transfer>('net', ({ Net, Currency }) => settled(Net, Currency)),
    cell<Transfer>('notes', (transfer) => <TransferNotes transfer={transfer} />, 'detail'),
  ];
  return <HistoryList tab="withdrawals" days={days} query={historyQueries.withdrawals(days)} columns={columns} />;
}

function TransferNotes({ transfer }: { transfer: Transfer }) {
  return (
    <>
      {transfer.Notes}
      <AskSupport transfer={transfer} />
    </>
  );
}

export function BonusTab({ days }: { days: Days }) {
  return <HistoryList tab="bonus" days={days} query={historyQueries.bonus(days)} columns={useAwardColumns()} />;
}

export function ResidualTab({ days }: { days: Days }) {
  return <HistoryList tab="residual" days={days} query={historyQueries.residual(days)} columns={useAwardColumns()} />;
}

function useAwardColumns() {
  const percent = usePercent();
  const { date, text, amount, explained } = useColumns();
  return [
    date<Award>((row) => row.Date),
    text<Award>('description', ({ Description }) => Description, 'under'),
    text<Award>('source', ({ Source }) => Source),
    text<Award>('reference', ({ Reference }) => shortReference(Reference)),
    amount<Award>('total', ({ Total }) => Total, 'detail'),
    text<Award>('percentage', ({ Percentage }) => percent(Percentage)),
    // What is only pending has no colour yet.
    explained<Award>(
      'award',
      'value',
      ({ Value }) => Value,
      'main',
      ({ Paid }) => Paid,
    ),
    text<Award>('notes', ({ Notes }) => Notes),
  ];
}
