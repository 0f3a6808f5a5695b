import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { percent } from '#money/money.ts';
import { isAnotherThanShown, quotedDays } from './quoted-terms.ts';

const now = { rate: percent('12.5'), days: 180, fee: percent('40'), tax: percent('15') };

test.each([
  [{}],
  [{ 'quoted-rate': '12.50' }],
  [{ 'quoted-days': '180' }],
  [{ 'quoted-days': '0180' }],
  [{ 'quoted-fee': '40' }],
  [{ 'quoted-tax': '15.0' }],
  [{ 'quoted-rate': '12.5', 'quoted-days': '180', 'quoted-fee': '40.00', 'quoted-tax': '15' }],
])('[S7] [V3] quoted terms %o are still current', (shown) => {
  expect(isAnotherThanShown(shown, now)).toBe(false);
});

test.each([
  [{ 'quoted-rate': '12.51' }],
  [{ 'quoted-days': '181' }],
  [{ 'quoted-fee': '39.99' }],
  [{ 'quoted-tax': '14' }],
  [{ 'quoted-rate': '12.51', 'quoted-days': '180', 'quoted-fee': '40', 'quoted-tax': '15' }],
  [{ 'quoted-rate': '12.5', 'quoted-days': '30', 'quoted-fee': '40', 'quoted-tax': '15' }],
])('[S7] [V3] quoted terms %o have changed', (shown) => {
  expect(isAnotherThanShown(shown, now)).toBe(true);
});

test('[S7] [V3] a quoted term that no longer exists has changed', () => {
  const untaxed = { rate: now.rate, days: now.days };
  expect(isAnotherThanShown({ 'quoted-tax': '0' }, untaxed)).toBe(true);
  expect(isAnotherThanShown({ 'quoted-fee': '40' }, untaxed)).toBe(true);
});

test.each([undefined, '0', '30', '365', '9999'])('[S7] [V3] accepts a quote of %s days', (days) => {
  expect(z.safeParse(quotedDays, days).success).toBe(true);
});

test.each(['', '10000', '-1', ' 30', '30 ', '30d', 'd30', '3.5', 30])('[S7] [V3] rejects a quote of %s', (days) => {
  expect(z.safeParse(quotedDays, days).success).toBe(false);
});
