import { expect, test } from 'vitest';
import { percent, usd } from '#money/money.ts';
import { returnAtEnd, splitByFee } from './promised-profit.ts';

test.each([
  [1000, 30, 1300],
  [1000, 35, 1350],
  [250, 32.5, 331.25],
  [25_000, 30, 32_500],
])('[V3] %i at %f per cent returns %s', (dollars, rate, returned) => {
  expect(returnAtEnd(dollars, rate)).toBe(returned);
});

test('[V3] a tax is withheld from the profit', () => {
  expect([returnAtEnd(1000, 30, 15), returnAtEnd(100, 10, 15)]).toEqual([1255, 108.5]);
});

test('[S3] the return is amount plus amount times rate, to the cent', () => {
  expect([returnAtEnd(20_000, 300), returnAtEnd(10, 10)]).toEqual([80_000, 11]);
});

test.each([
  ['300', '40', '120', '180'],
  ['0.000009', '40', '0.000003', '0.000006'],
  ['100', '0', '0', '100'],
])('[S7] cancelling %s early for %s per cent costs %s and returns %s', (amount, rate, fee, refund) => {
  expect(splitByFee(usd(amount), percent(rate))).toEqual({ fee: usd(fee), refund: usd(refund) });
});
