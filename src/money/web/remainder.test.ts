import { expect, test } from 'vitest';
import { missingOf, remainderOf } from './remainder.ts';

test('[Z2] the remainder is exact, and negative when there is not enough', () => {
  expect(remainderOf(100.1, 50)).toBe(50.1);
  expect(remainderOf(20, 50)).toBe(-30);
});

test.each([
  [50, 50, null],
  [60, 50, null],
  [20, 50, '30.00'],
  // Half a cent cannot be deposited: rounded up to the next cent.
  [20.005, 50, '30.00'],
  [19.999999, 50, '30.01'],
])('[Z2] with %s available, %s lacks %s', (have, wanted, missing) => {
  expect(missingOf(have, wanted)).toBe(missing);
});
