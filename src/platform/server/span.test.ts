import { expect, test } from 'vitest';
import { Refusal } from '../refusal.ts';
import { dayAfter } from '../clock.ts';
import { boundsOfDays, dayIn, daysBetween, readSpan } from './span.ts';

test.each([
  ['2026-03-02', 'UTC', '2026-03-02T00:00:00.000Z'],
  ['2026-03-02', 'America/Sao_Paulo', '2026-03-02T03:00:00.000Z'],
  ['2026-03-02', 'Asia/Tehran', '2026-03-01T20:30:00.000Z'],
  // Clocks in New York are put ahead an hour on this day.
  ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z'],
  ['2026-03-09', 'America/New_York', '2026-03-09T04:00:00.000Z'],
  // Santiago puts clocks ahead at midnight: this day begins at one. Havana puts them back to midnight: the day begins the first time.
  ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
  ['2026-09-07', 'America/Santiago', '2026-09-07T03:00:00.000Z'],
  ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
  ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z'],
  ['2026-11-02', 'America/Havana', '2026-11-02T05:00:00.000Z'],
  ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
  // Samoa skipped the 30th.
  ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
  ['2011-12-31', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
  ['2026-03-02T14:30', 'UTC', '2026-03-02T14:30:00.000Z'],
  ['2026-03-02T14:30:15.250', 'America/Sao_Paulo', '2026-03-02T17:30:15.250Z'],
  ['2026-03-02T14:30Z', 'America/Sao_Paulo', '2026-03-02T14:30:00.000Z'],
  ['2026-03-02T14:30-03:00', 'Asia/Tehran', '2026-03-02T17:30:00.000Z'],
  ['2028-02-29', 'UTC', '2028-02-29T00:00:00.000Z'],
  ['0000-01-01', 'Asia/Tokyo', '0001-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59-14:00', 'UTC', '9999-12-31T23:59:59.999Z'],
])('[H1] %s in %s is one instant', (written, tz, moment) => {
  expect(readSpan({ start: written, end: undefined, tz })).toEqual({ start: moment, end: 'infinity' });
  expect(readSpan({ start: undefined, end: written, tz })).toEqual({ start: '-infinity', end: moment });
});

test.each(['2026-02-29', '2026-02-30', '2026-04-31', '0007-04-50', '2026-13-01', '2026-02-30T10:00:00Z'])(
  '[H1] rejects %s, which is not a calendar day',
  (written) => {
    expect(() => readSpan({ start: written, end: undefined, tz: 'UTC' })).toThrow(Refusal);
    expect(() => readSpan({ start: undefined, end: written, tz: 'UTC' })).toThrow(
      expect.objectContaining({ code: 'invalid_field', values: { field: 'end' } }),
    );
  },
);

test('[D5] the days of a zone end where its next day begins, also where clocks change, and a day that is not there is empty', () => {
  const between = (first: string, last: string, zone: string) => daysBetween(new Date(first), new Date(last), zone);
  expect(between('2026-09-05T12:00:00Z', '2026-09-06T12:00:00Z', 'America/Santiago')).toEqual([
    { date: '2026-09-05', ends: '2026-09-06T04:00:00.000Z' },
    { date: '2026-09-06', ends: '2026-09-07T03:00:00.000Z' },
  ]);
  expect(between('2011-12-30T00:00:00Z', '2011-12-30T12:00:00Z', 'Pacific/Apia').map(({ ends }) => ends)).toEqual([
    '2011-12-30T10:00:00.000Z',
    '2011-12-30T10:00:00.000Z',
    '2011-12-31T10:00:00.000Z',
  ]);
  expect(between('2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z', 'UTC')).toEqual([]);
  expect(between('9999-12-31T00:00:00Z', '9999-12-31T12:00:00Z', 'UTC')).toHaveLength(1);
});

test.each([
  ['America/Sao_Paulo', '2026-11-28', 24, '2026-11-28T03:00:00.000Z'],
  ['America/New_York', '2026-03-08', 23, '2026-03-08T05:00:00.000Z'],
  ['America/New_York', '2026-11-01', 25, '2026-11-01T04:00:00.000Z'],
  // The clocks went ahead at midnight: the day began at one o'clock, and the other one had midnight twice.
  ['Asia/Tehran', '2022-03-22', 23, '2022-03-21T20:30:00.000Z'],
  ['America/Sao_Paulo', '2018-11-04', 23, '2018-11-04T03:00:00.000Z'],
  ['America/Sao_Paulo', '2018-02-17', 25, '2018-02-17T02:00:00.000Z'],
])('[G6] in %s the day %s has %d hours, and each of its instants is of it', (zone, day, hours, begins) => {
  const { start, end } = boundsOfDays(zone, day);
  expect([start.toISOString(), (end.getTime() - start.getTime()) / 3_600_000]).toEqual([begins, hours]);
  const days = [start.getTime() - 1, start.getTime(), end.getTime() - 1, end.getTime()].map((at) =>
    dayIn(zone, new Date(at)),
  );
  expect(days).toEqual([dayAfter(day, -1), day, day, dayAfter(day)]);
});
