import { Link } from 'react-router';
import type { StatementLine } from '../contract.ts';
import { isWonOrLost } from '../event-kind.ts';
import { shownAmountOf } from '../shown-line.ts';
import { historyQueries } from './data.ts';
import type { Days } from './history-filter.ts';
import { HistoryList } from './history-list.tsx';
import styles from './history-page.module.css';
import { shortReference } from './short-reference.ts';
import { useColumns } from './use-columns.tsx';
import { useReceiptAddress } from './use-receipt-address.ts';
import { part, prefetch } from '#platform/web/loading/part.ts';

export const loadReceipt = part(() => import('./receipt-dialog.tsx'));

/** Every posting on the balance, with the balance after it. Clicking anywhere on a row opens its receipt. */
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
      onPointerEnter={() => prefetch(loadReceipt)}
      onFocus={() => prefetch(loadReceipt)}
    >
      {Description}
    </Link>
  );
  const columns = [
    date<StatementLine>((row) => row.Date),
    cell<StatementLine>('description', open, 'under'),
    text<StatementLine>('reference', ({ Reference }) => shortReference(Reference), 'beside'),
    change<StatementLine>('value', shownAmountOf, 'main', isWonOrLost),
    amount<StatementLine>('balance', ({ Balance }) => Balance, 'aside'),
  ];
  return <HistoryList tab="statement" days={days} query={historyQueries.statement(days)} columns={columns} />;
}
