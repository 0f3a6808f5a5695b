import { lazy, Suspense, useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import styles from './long-table.module.css';
import { Table, type TableProps } from './table.tsx';
import type { VirtualTable as VirtualTableOf } from './virtual-table.tsx';

/**
 * From here on only the rows in sight are in the page. A phone lays out two hundred cards without a pause; a thousand plain
 * rows are felt on a desk.
 */
export const plainRowsAtMost = 200;

const loadVirtualTable = () => import('./virtual-table.tsx');
const VirtualTable = lazy(async () => ({
  default: (await loadVirtualTable()).VirtualTable,
})) as unknown as typeof VirtualTableOf;
/** While its machinery is fetched, which is asked for long before: as much as a page of rows more. */
const waitingRows = 2 * plainRowsAtMost;

export interface MoreRows {
  label: string;
  hasMore: boolean;
  isLoading: boolean;
  /** It is not tried again by itself: the button asks. */
  hasFailed: boolean;
  load: () => void;
}

interface LongTableProps<Row> extends TableProps<Row> {
  more: MoreRows;
}

/** A table of any length: it goes on by itself while it is scrolled, and the rows out of sight leave the page. */
export function LongTable<Row>({ more, ...table }: LongTableProps<Row>) {
  const isLong = table.rows.length > plainRowsAtMost;
  const { hasMore } = more;
  useEffect(() => {
    if (hasMore) void loadVirtualTable();
  }, [hasMore]);
  return (
    <>
      <Suspense fallback={<Table {...table} rows={table.rows.slice(0, waitingRows)} />}>
        {isLong ? <VirtualTable {...table} isComplete={!hasMore} /> : <Table {...table} />}
      </Suspense>
      {more.hasMore && <More {...more} />}
    </>
  );
}

/** The next page is fetched before its place comes into sight. The button is for who does not scroll, and after a failure. */
function More({ label, isLoading, hasFailed, load }: MoreRows) {
  const mark = useRef<HTMLParagraphElement>(null);
  const isIdle = !isLoading && !hasFailed;
  useEffect(() => {
    if (!isIdle || !mark.current) return;
    const near = new IntersectionObserver(([entry]) => entry?.isIntersecting && load(), { rootMargin: '1200px 0px' });
    near.observe(mark.current);
    return () => near.disconnect();
  });
  return (
    <p ref={mark} className={styles.more}>
      <Button onClick={load} isWorking={isLoading}>
        {label}
      </Button>
    </p>
  );
}
