import { useCallback, useState } from 'react';

/** The assumed height of a row before one is measured, px. */
const guessedRowSize = 56;

interface SettledLayout {
  /** For the table's body. */
  ref: (body: HTMLTableSectionElement) => () => void;
  body: HTMLTableSectionElement | null;
  rowSize: number;
  isSettled: boolean;
}

/**
 * Measures the rendered rows in the browser's natural layout; from then on every row is as tall as the tallest of them and every column
 * keeps its width, so that nothing jumps as other rows come into sight. When the table's width changes it is released and measured again,
 * all before paint.
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

/** For the style sheet, which from then on lays out each row separately: a table lays out all its rows again for each one added. */
function holdColumns(body: HTMLTableSectionElement): void {
  const widths = headersOf(body).map((header) => `${header.getBoundingClientRect().width}px`);
  body.closest('table')?.style.setProperty('--columns', widths.join(' '));
}
