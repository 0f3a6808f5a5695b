import { expect, test } from 'vitest';
import type { DateOrder } from '../date-orders.ts';
import { readLocalDates } from './local-dates.ts';

const cells = { asset: 'Forex', pair: 'EUR/USD', payout: '1', reference: 'A' };

/** What becomes of each date: an instant, a problem, or the date itself, left to the line's reader. */
function read(dates: readonly string[], zone = 'America/Sao_Paulo', order: DateOrder | null = null): string[] {
  const lines = dates.map((date, at) => ({ line: at + 2, cells: { ...cells, date } }));
  return readLocalDates(lines, zone, order).map(({ cells: made, problem }) => problem ?? made?.date ?? '');
}

test.each([
  ['25/11/2026 14:30', '2026-11-25T17:30:00.000Z'],
  ['25/11/2026 14:30:05', '2026-11-25T17:30:05.000Z'],
  ['25-11-2026 9:05', '2026-11-25T12:05:00.000Z'],
  ['3.4.2026 14:30', '2026-04-03T17:30:00.000Z'],
  ['2026-04-03 14:30', '2026-04-03T17:30:00.000Z'],
  ['2026/04/03 14:30', '2026-04-03T17:30:00.000Z'],
  ['03/03/2026 14:30', '2026-03-03T17:30:00.000Z'],
  ['11/25/2026 14:30', '2026-11-25T17:30:00.000Z'],
])('[C3] [G6] %s is a time of the house', (written, at) => {
  expect(read([written])).toEqual([at]);
});

test.each([
  '2026-03-02T14:30:00Z',
  '25/11/26 14:30',
  '25/11/2026',
  '31/11/2026 14:30',
  '25/13/2026 14:30',
  '25/11/2026 24:30',
  'ontem',
])('[C3] %s is left as it is', (written) => expect(read([written])).toEqual([written]));

test('[C3] a date that may be read either way is asked about, unless another date of the file or its sender says how', () => {
  expect(read(['03/04/2026 10:00'])).toEqual(['ambiguous_date']);
  expect(read(['03/04/2026 10:00', '25/04/2026 10:00'])).toEqual([
    '2026-04-03T13:00:00.000Z',
    '2026-04-25T13:00:00.000Z',
  ]);
  expect(read(['03/04/2026 10:00', '04/25/2026 10:00'])).toEqual([
    '2026-03-04T13:00:00.000Z',
    '2026-04-25T13:00:00.000Z',
  ]);
  expect(read(['03/04/2026 10:00'], 'UTC', 'day-first')).toEqual(['2026-04-03T10:00:00.000Z']);
  expect(read(['03/04/2026 10:00'], 'UTC', 'month-first')).toEqual(['2026-03-04T10:00:00.000Z']);
});

test('[C3] a file that has both orders is not read, and neither is a date against what its sender said', () => {
  const both = ['25/04/2026 10:00', '04/25/2026 10:00', '03/04/2026 10:00'];
  expect(read(both)).toEqual(['ambiguous_date', 'ambiguous_date', 'ambiguous_date']);
  expect(read(['04/25/2026 10:00'], 'UTC', 'day-first')).toEqual(['04/25/2026 10:00']);
});

test('[C3] a time that the clocks showed twice or never is not guessed', () => {
  expect(read(['2018-11-04 00:30', '2018-02-17 23:30'])).toEqual(['ambiguous_time', 'ambiguous_time']);
  expect(read(['2018-11-04 01:00'])).toEqual(['2018-11-04T03:00:00.000Z']);
});
