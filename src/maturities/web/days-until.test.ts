import { expect, test } from 'vitest';
import { daysUntil } from './days-until.ts';

const now = new Date(2026, 9, 20, 23, 30);

test.each([
  ['in a quarter of an hour', new Date(2026, 9, 20, 23, 45), 0],
  ['after midnight', new Date(2026, 9, 21, 0, 15), 1],
  ['eight days on, earlier in the day', new Date(2026, 9, 28, 8), 8],
  ['across a change of clocks', new Date(2026, 10, 20, 0, 30), 31],
  ['across a leap day', new Date(2028, 2, 1, 12), 498],
  ['just past, and being settled', new Date(2026, 9, 19, 12), 0],
])('[G2] %s', (_, moment, days) => {
  expect(daysUntil(moment, now)).toBe(days);
});
