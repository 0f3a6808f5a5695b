import { expect, test } from 'vitest';
import { usd } from '#money/money.ts';
import { profitAtEnd, returnAtEnd } from './investment-return.ts';

test.each([
  [1000, 30, '1300'],
  [1000, 35, '1350'],
  [250, 32.5, '331.25'],
  [25_000, 30, '32500'],
])('[V3] %i at %f per cent comes back as %s', (dollars, rate, returned) => {
  expect(returnAtEnd(dollars, rate)).toBe(usd(returned));
});

test('[V3] a tax is withheld of the profit, which is told before it', () => {
  expect([returnAtEnd(1000, 30, 15), profitAtEnd(1000, 30)]).toEqual([usd('1255'), 300]);
});
