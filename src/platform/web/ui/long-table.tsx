import { useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import styles from './long-table.module.css';
import { Table, type TableProps } from './table.tsx';
import type { VirtualTable } from './virtual-table.tsx';
import { part } from '../loading/part.ts';

/**
 * Above this only the visible rows are in the page. A phone lays out two hundred cards without delay; a thousand plain rows are noticeable
 * on a desktop.
 */
export const plainRowsAtMost = 200;

type VirtualTableOf = typeof VirtualTable;
let virtualTable: VirtualTableOf | null = null;
const loadPart = part(() => import('./virtual-table.tsx'));
const loadVirtualTable = async () => (virtualTable ??= (await loadPart()).VirtualTable);

export interface MoreRows {
  label: string;
  hasMore: boolean;
  isLoading: boolean;
  /** Not retried automatically: the button does it. */
  hasFailed: boolean;
  load: () => void;
}

interface LongTableProps<Row> extends TableProps<Row> {
  more: MoreRows;
}

/**
 * A table of any length: it loads more while it is scrolled, and rows out of sight leave the page. One that may become long is laid out for
 * it from the start, so that nothing is rebuilt while scrolling.
 */
export function LongTable<Row>({ more, ...table }: LongTableProps<Row>) {
  const { Virtual, isComing } = useVirtualTable(more.hasMore || table.rows.length > plainRowsAtMost);
  const rows = isComing ? table.rows.slice(0, plainRowsAtMost) : table.rows;
  return (
    <>
      {Virtual ? <Virtual {...table} isComplete={!more.hasMore} /> : <Table {...table} rows={rows} />}
      {more.hasMore && <More {...more} />}
    </>
  );
}

interface Machinery {
  /** Null until needed and loaded; from then on it stays. */
  Virtual: VirtualTableOf | null;
  /** False after a failed fetch: the plain table works as well, only slower. */
  isComing: boolean;
}

function useVirtualTable(isWanted: boolean): Machinery {
  const [table, setTable] = useState<{ of: VirtualTableOf | null }>({ of: isWanted ? virtualTable : null });
  const [hasFailed, setFailed] = useState(false);
  const isComing = isWanted && table.of === null && !hasFailed;
  useEffect(() => {
    if (!isComing) return;
    void loadVirtualTable().then(
      (of) => setTable({ of }),
      () => setFailed(true),
    );
  }, [isComing]);
  return { Virtual: table.of, isComing };
}

/** Fetches the next page before its place scrolls into view. The button is for those who do not scroll, and for after a failure. */
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
