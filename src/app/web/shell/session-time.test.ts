import { expect, test } from 'vitest';
import { sessionTime } from './session-time.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

test.each([
  ['a new session', 4 * hour + 58 * minute, '4 hours 58 minutes'],
  ['a new session, a moment later', 4 * hour + 58 * minute - 900, '4 hours 58 minutes'],
  ['a minute later', 4 * hour + 57 * minute, '4 hours 57 minutes'],
  ['a whole hour', hour, '1 hours'],
  ['less than an hour', 59 * minute, '59 minutes'],
  ['a minute', minute, '1 minutes'],
  ['the last minute', 59.2 * second, '1 minutes'],
  ['the last second', 400, '1 seconds'],
  ['over', 0, '0 seconds'],
  ['long over', -hour, '0 seconds'],
  ['kept in', 30 * 24 * hour, '30 days'],
  ['kept in, an hour later', 29 * 24 * hour + 23 * hour, '29 days 23 hours'],
  ['kept in, at the end of a day', 24 * hour + 5 * minute, '1 days'],
])('[A6] %s', (_, leftMs, said) => {
  expect(
    sessionTime(leftMs)
      .map(({ count, unit }) => `${count} ${unit}`)
      .join(' '),
  ).toBe(said);
});

test.each([
  [2 * minute, '2 minutes'],
  [2 * minute - 1, '2 minutes'],
  [minute + 58 * second, '1 minutes 58 seconds'],
  [minute, '1 minutes'],
  [59 * second, '59 seconds'],
  [-second, '0 seconds'],
])('[G5] the last minutes are counted to the second: %i ms', (leftMs, said) => {
  const parts = sessionTime(leftMs, true);
  expect(parts.map(({ count, unit }) => `${count} ${unit}`).join(' ')).toBe(said);
});
