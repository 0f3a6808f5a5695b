import { Link } from 'react-router';
import type { StatementLine } from '../contract.ts';
import { historyQueries } from './data.ts';
import type { Days } from './history-filter.ts';
import { HistoryList } from './history-list.tsx';
import styles from './history-page.module.css';
import { useColumns } from './use-columns.tsx';
import { useReceiptAddress } from './use-receipt-address.ts';

export const loadReceipt = () => import('./receipt-dialog.tsx');

/** Every posting on the balance, with the balance after it. Each opens as a receipt, from anywhere on its row. */
export function StatementTab({ days }: { days: Days }) {
  const { date, cell, text, change, amount } = useColumns();
  const receipt = useReceiptAddress();
  const open = ({ Id, Description }: StatementLine) => (
    <Link
      to={receipt.addressOf(Id)}
      state={{ openedReceipt: true }}
      preventScrollReset
      className={styles.open}
      aria-haspopup="dialog"
      onPointerEnter={() => void loadReceipt()}
      onFocus={() => void loadReceipt()}
    >
      {Description}
    </Link>
  );
  const columns = [
    date<StatementLine>((row) => row.Date),
    cell<StatementLine>('description', open, 'under'),
    text<StatementLine>('reference', ({ Reference }) => Reference?.slice(0, 8) ?? ''),
    change<StatementLine>('value', ({ Amount }) => Amount, 'main'),
    amount<StatementLine>('balance', ({ Balance }) => Balance, 'aside'),
  ];
  return <HistoryList tab="statement" days={days} query={historyQueries.statement(days)} columns={columns} />;
}
