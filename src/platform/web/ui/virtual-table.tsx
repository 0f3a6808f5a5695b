import { useVirtualizer } from 'react-window';
import { Fragment, memo, type ReactElement } from 'react';
import { classNames } from './class-names.ts';
import styles from './long-table.module.css';
import { spreadRows } from './spread-rows.ts';
import { type Column, TableCells, TableFrame, TableHead, type TableProps } from './table.tsx';
import tableStyles from './table.module.css';
import { useFocusedRow } from './use-focused-row.ts';
import { useSettledLayout } from './use-settled-layout.ts';

interface VirtualTableProps<Row> extends TableProps<Row> {
  /** Whether these are all the rows: only then can a screen reader be given their count. */
  isComplete: boolean;
}

/** More rows above and below than one turn of the wheel, so that they are rendered when scrolled to. */
const rowsAround = 12;

/**
 * The same table with only the visible rows in the page. It scrolls with the page; screen readers get each row's position among all, and a
 * focused row stays, however far it is scrolled away.
 */
export function VirtualTable<Row>({ caption, columns, rows, rowKey, isComplete }: VirtualTableProps<Row>) {
  const { ref, body, rowSize, isSettled } = useSettledLayout();
  const focused = useFocusedRow(body);
  const { items } = useVirtualizer({
    count: rows.length,
    element: body,
    itemSize: rowSize,
    scrollElement: 'window',
    overscanCount: rowsAround,
    defaultSize: window.innerHeight,
  });
  const spread = spreadRows(
    items.map(({ index }) => index),
    focused,
    rows.length,
  );
  return (
    <TableFrame columns={columns}>
      <table
        role="table"
        className={classNames(tableStyles.table, styles.rows, isSettled && styles.settled)}
        aria-rowcount={isComplete ? rows.length + 1 : -1}
      >
        <TableHead caption={caption} columns={columns} />
        <tbody ref={ref} role="rowgroup">
          {spread.map(({ index, gapBefore }) => {
            const row = rows[index];
            return (
              <Fragment key={row ? rowKey(row) : 'end'}>
                {gapBefore > 0 && <Gap size={gapBefore * rowSize} />}
                {row && (
                  <Row name={rowKey(row)} columns={columns} row={row} index={index} size={isSettled ? rowSize : null} />
                )}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </TableFrame>
  );
}

interface RowProps<Row> {
  name: string;
  columns: readonly Column<Row>[];
  row: Row;
  /** Its index among all rows, from 0. */
  index: number;
  /** px; null while its height is natural. */
  size: number | null;
}

/** Rendered once, however many others come and go around it. */
const Row = memo(function Row<Of>({ name, columns, row, index, size }: RowProps<Of>) {
  return (
    <tr
      role="row"
      className={tableStyles.row}
      aria-rowindex={index + 2}
      data-index={index}
      data-row={name}
      {...(size !== null && { style: { minBlockSize: size } })}
    >
      <TableCells columns={columns} row={row} />
    </tr>
  );
}) as <Of>(props: RowProps<Of>) => ReactElement;

/** Fills the space of rows that are not in the page. */
function Gap({ size }: { size: number }) {
  return <tr aria-hidden="true" style={{ blockSize: size }} />;
}
