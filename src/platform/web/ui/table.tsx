import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import type { Shown } from './count.tsx';
import styles from './table.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => Shown;
  /** Numbers and money are aligned to the end. */
  align?: 'start' | 'end';
  /**
   * Where the cell goes when the row becomes a card: `title` opens it, `main` is opposite the title, `under` and `aside` are below each of
   * them, a figure there beneath its header, `detail` (the default) is a line preceded by its header, `action` closes it, its header
   * for screen readers only; `beside` is seen only where the columns stand side by side.
   */
  place?: 'title' | 'main' | 'under' | 'aside' | 'detail' | 'action' | 'beside';
}

export interface TableProps<Row> {
  /** What the rows are, for screen readers: `Suas stakes`. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}

/**
 * Rows and columns where there is room, cards where there is not; the same table to a screen reader either way. Hence the explicit roles: a
 * table laid out as cards loses its own.
 */
export function Table<Row>({ caption, columns, rows, rowKey }: TableProps<Row>) {
  return (
    <TableFrame columns={columns}>
      <table role="table" className={styles.table}>
        <TableHead caption={caption} columns={columns} />
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={rowKey(row)} data-row={rowKey(row)} role="row" className={styles.row}>
              <TableCells columns={columns} row={row} />
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

/** Tables of six or more columns become cards sooner. */
export function TableFrame({ columns, children }: { columns: readonly unknown[]; children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <div className={classNames(styles.frame, columns.length > 5 && styles.many)}>{children}</div>
    </div>
  );
}

export function TableHead<Row>({ caption, columns }: Pick<TableProps<Row>, 'caption' | 'columns'>) {
  return (
    <>
      <caption className={styles.caption}>
        <VisuallyHidden>{caption}</VisuallyHidden>
      </caption>
      <thead role="rowgroup" className={styles.head}>
        <tr role="row">
          {columns.map((column) => (
            <th key={column.id} role="columnheader" scope="col" className={alignment(column)}>
              {column.place === 'action' ? <VisuallyHidden>{column.header}</VisuallyHidden> : column.header}
            </th>
          ))}
        </tr>
      </thead>
    </>
  );
}

export function TableCells<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  return columns.map((column) => <Cell key={column.id} column={column} row={row} />);
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const place = column.place ?? 'detail';
  return (
    <td role="cell" data-place={place} className={classNames(styles.cell, alignment(column))}>
      {(place === 'detail' || (column.align === 'end' && (place === 'main' || place === 'aside'))) && (
        <span className={styles.label} aria-hidden="true">
          {column.header}
        </span>
      )}
      <div className={styles.value}>{column.cell(row)}</div>
    </td>
  );
}

function alignment<Row>(column: Column<Row>): string | undefined {
  return column.align === 'end' || column.place === 'action' ? styles.end : styles.start;
}
