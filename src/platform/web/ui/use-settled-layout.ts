import { useCallback, useState } from 'react';

/** What a row is taken to be before one was seen, px. */
const guessedRowSize = 56;

interface SettledLayout {
  /** Of the table's body. */
  ref: (body: HTMLTableSectionElement) => () => void;
  body: HTMLTableSectionElement | null;
  rowSize: number;
  isSettled: boolean;
}

/**
 * How tall the rows are, measured on those in the page as the browser lays them out by itself; from then on every row is as
 * tall as the tallest of them and every column as wide as it was, so that nothing jumps while other rows come into sight. When
 * the table becomes narrower or wider it is let go and measured again, all before anything is painted.
 */
export function useSettledLayout(): SettledLayout {
  const [body, setBody] = useState<HTMLTableSectionElement | null>(null);
  const [rowSize, setRowSize] = useState(guessedRowSize);
  const [isSettled, setSettled] = useState(false);
  const ref = useCallback(
    (now: HTMLTableSectionElement) => {
      setBody(now);
      if (isSettled) return watchWidth(now, () => setSettled(false));
      releaseColumns(now);
      setRowSize(tallestRow(now));
      holdColumns(now);
      setSettled(true);
      return () => {};
    },
    [isSettled],
  );
  return { ref, body, rowSize, isSettled };
}

function watchWidth(body: HTMLTableSectionElement, onChange: () => void): () => void {
  const frame = body.closest('div') ?? body;
  const before = frame.clientWidth;
  const watch = new ResizeObserver(() => frame.clientWidth !== before && onChange());
  watch.observe(frame);
  return () => watch.disconnect();
}

function tallestRow(body: HTMLTableSectionElement): number {
  const heights = [...body.querySelectorAll<HTMLElement>('[data-index]')].map((row) => row.offsetHeight);
  return Math.max(guessedRowSize, ...heights);
}

function headersOf(body: HTMLTableSectionElement): HTMLElement[] {
  return [...(body.closest('table')?.querySelectorAll('th') ?? [])];
}

function releaseColumns(body: HTMLTableSectionElement): void {
  body.closest('table')?.style.removeProperty('--columns');
}

/** For the style sheet, which lays each row out by itself from then on: a table lays out all of its rows for each that comes. */
function holdColumns(body: HTMLTableSectionElement): void {
  const widths = headersOf(body).map((header) => `${header.getBoundingClientRect().width}px`);
  body.closest('table')?.style.setProperty('--columns', widths.join(' '));
}
