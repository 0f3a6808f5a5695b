import { expect, test } from 'vitest';
import { usd } from '#money/money.ts';
import { investmentDays } from './investment-days.ts';
import { wholeCents } from './whole-cents.ts';

test.each([
  ['12.345678', '12.34'],
  ['12.34', '12.34'],
  ['0.009999', '0'],
  ['0', '0'],
])('[Z4] of %s in the wallet %s can be asked for: what is below a cent stays', (available, asked) => {
  expect(wholeCents(usd(available))).toBe(usd(asked));
});

test('[Z4] an investment is blocked for thirty days', () => {
  expect(investmentDays).toBe(30);
});
