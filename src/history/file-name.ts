import { fileName } from '#platform/file-name.ts';

/** The history and the days it covers; the last day is included. */
interface HistoryFileName {
  brand: string;
  /** The history's title in the language of the user. */
  title: string;
  start: string | null;
  lastDay: string | null;
}

/** Returns, for example, `lastro-extrato-2026-03-01-2026-03-31.csv`. Screen and server use the same name. */
export function historyFileName({ brand, title, start, lastDay }: HistoryFileName): string {
  return fileName([brand, title, start, lastDay], 'csv');
}

/** The last day included by a query's exclusive end, if that is a day; null if it is a timestamp or missing. */
export function lastDayBefore(end: string | undefined): string | null {
  if (end === undefined || !isDay(end)) return null;
  return new Date(Date.parse(end) - 24 * 60 * 60_000).toISOString().slice(0, 10);
}

export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text);
}
