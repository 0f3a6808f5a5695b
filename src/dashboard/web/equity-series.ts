import { dayAfter } from '#platform/clock.ts';
import type { EquityPoint } from '../contract.ts';

export const equityRanges = [30, 90, 365] as const;
export type EquityRange = (typeof equityRanges)[number];
export const defaultRange: EquityRange = 90;

export function rangeOf(text: string | null): EquityRange {
  return equityRanges.find((range) => String(range) === text) ?? defaultRange;
}

/** The first day of a range that ends on `last`. Days are in the reader's zone and handled as date strings. */
export function firstDay(last: string, range: EquityRange): string {
  return dayAfter(last, 1 - range);
}

/** The days of the range, oldest first. */
export function seriesOf(newestFirst: readonly EquityPoint[], range: EquityRange): EquityPoint[] {
  return newestFirst.slice(0, range).toReversed();
}

const leastDays = 7;

/** Drops the leading days without money, so that a week-old customer does not see three empty months. */
export function trimmed(series: readonly EquityPoint[]): EquityPoint[] {
  const first = series.findIndex((point) => point.Total > 0);
  if (first === -1) return [];
  return series.slice(Math.max(0, Math.min(first - 1, series.length - leastDays)));
}
