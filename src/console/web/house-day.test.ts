import { afterEach, expect, test } from 'vitest';
import { houseDay, houseMidnight, noteHouseZone } from './house-day.ts';

afterEach(() => noteHouseZone('UTC'));

test.each([
  ['America/Sao_Paulo', '2026-11-28', '2026-11-28T03:00:00.000Z', 24],
  ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', 23],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', 25],
  ['Asia/Tehran', '2022-03-22', '2022-03-21T20:30:00.000Z', 23],
  ['Asia/Kathmandu', '2026-11-28', '2026-11-27T18:15:00.000Z', 24],
  ['Pacific/Kiritimati', '2026-11-28', '2026-11-27T10:00:00.000Z', 24],
])('[G6] in %s the day %s begins at the house’s midnight', (zone, day, begins, hours) => {
  noteHouseZone(zone);
  const start = houseMidnight(day);
  expect(start.toISOString()).toBe(begins);
  const end = start.getTime() + hours * 3_600_000;
  expect([houseDay(start), houseDay(new Date(end - 1)), houseDay(new Date(end)) > day]).toEqual([day, day, true]);
});
