import { expect, test } from 'vitest';
import type { EquityPoint } from '../contract.ts';
import { defaultRange, firstDay, rangeOf, seriesOf, trimmed } from './equity-series.ts';
import { pointOf } from './testing/figures.ts';

function point(day: number, total: number): EquityPoint {
  const Date = `2026-01-${String(day).padStart(2, '0')}`;
  return pointOf({ Date, Balance: total });
}

const newestFirst = Array.from({ length: 31 }, (_, at) => point(31 - at, 31 - at));

test('[D5] the range is read from the URL; any other value means ninety days', () => {
  expect(rangeOf('30')).toBe(30);
  expect(rangeOf('365')).toBe(365);
  expect(rangeOf('31')).toBe(defaultRange);
  expect(rangeOf(null)).toBe(90);
});

test('[D5] a range includes its last day: a year that ends on a leap day, a month of thirty days', () => {
  expect(firstDay('2028-02-29', 365)).toBe('2027-03-02');
  expect(firstDay('2026-11-21', 30)).toBe('2026-10-23');
});

test('[D5] thirty days are the newest thirty, oldest first', () => {
  const series = seriesOf(newestFirst, 30);
  expect(series).toHaveLength(30);
  expect(series[0]?.Date).toBe('2026-01-02');
  expect(series.at(-1)?.Date).toBe('2026-01-31');
});

test('[D5] leading days without money are left out, but a week stays', () => {
  const empty = Array.from({ length: 20 }, (_, at) => point(at + 1, 0));
  expect(trimmed(empty)).toEqual([]);
  expect(trimmed([...empty, point(21, 50)])).toHaveLength(7);
  const late = [...empty.slice(0, 5), ...Array.from({ length: 15 }, (_, at) => point(at + 6, 80))];
  expect(trimmed(late)[0]?.Date).toBe('2026-01-05');
  expect(trimmed(late)).toHaveLength(16);
});
