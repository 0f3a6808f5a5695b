import { fileName } from '#platform/file-name.ts';

/** Of which history, over which days; the last day is shown. */
interface HistoryFileName {
  brand: string;
  /** The history, as it is called in the language of whoever saves it. */
  title: string;
  start: string | null;
  lastDay: string | null;
}

/** `lastro-extrato-2026-03-01-2026-03-31.csv`: the same from the screen as from the server. */
export function historyFileName({ brand, title, start, lastDay }: HistoryFileName): string {
  return fileName([brand, title, start, lastDay], 'csv');
}

/** The last day that a query's exclusive end leaves, where it names days; null where it names moments, or nothing. */
export function lastDayBefore(end: string | undefined): string | null {
  if (end === undefined || !isDay(end)) return null;
  return new Date(Date.parse(end) - 24 * 60 * 60_000).toISOString().slice(0, 10);
}

export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text);
}
