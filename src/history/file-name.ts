import type { HistoryTab } from './tabs.ts';

/** A name that sorts, in letters that every system takes: `lastro-stakes-2026-03-01-2026-03-31.csv`; the last day is shown. */
export function fileName(tab: HistoryTab, start: string | null, lastDay: string | null): string {
  return `${['lastro', tab, start, lastDay].filter((part) => part !== null).join('-')}.csv`;
}
