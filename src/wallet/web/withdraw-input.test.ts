import { expect, test } from 'vitest';
import { usd } from '#money/money.ts';
import { exchangeRate } from '../quote.ts';
import { needsApproval, problemOf, quoteInput, withdrawalRate } from './withdraw-input.ts';

const rates = (low: number) => ({
  Usdbrl: { High: 5.44, Low: low, At: '2026-03-02T12:00:00.000Z' },
  Stale: false,
  Closed: null,
});

test('[F2] withdrawals use the low of the rate, and zero is no rate', () => {
  expect(withdrawalRate(rates(5.3765))).toBe(exchangeRate('5.3765'));
  expect(withdrawalRate(rates(0))).toBeNull();
  expect(withdrawalRate(undefined)).toBeNull();
});

test('[F1] distinguishes an invalid amount from one above the balance', () => {
  expect(problemOf(null, 100)).toBe('invalid');
  expect(problemOf(usd('0'), 100)).toBe('invalid');
  expect(problemOf(usd('-1'), 100)).toBe('invalid');
  expect(problemOf(usd('0.001'), 100)).toBe('invalid');
  expect(problemOf(usd('100.01'), 100)).toBe('tooMuch');
  expect(problemOf(usd('100'), 100)).toBeNull();
  expect(problemOf(usd('0.3'), 0.3)).toBeNull();
  expect(problemOf(usd('1000'), undefined)).toBeNull();
});

test('[F2] quotes what arrives in advance, and nothing without a rate or a fee', () => {
  expect(quoteInput(usd('150'), { currency: 'usdt', rate: null, usdtFee: 2 })).toMatchObject({
    fee: usd('3'),
    net: usd('147'),
  });
  expect(quoteInput(usd('150'), { currency: 'usdt', rate: null, usdtFee: 0.5 })).toMatchObject({ fee: usd('0.75') });
  expect(quoteInput(usd('150'), { currency: 'usdt', rate: null, usdtFee: undefined })).toBeNull();
  expect(quoteInput(usd('150'), { currency: 'brl', rate: exchangeRate('5.3765'), usdtFee: undefined })).toMatchObject({
    fee: 0n,
    net: usd('806.47'),
  });
  expect(quoteInput(usd('150'), { currency: 'brl', rate: null, usdtFee: 2 })).toBeNull();
  expect(quoteInput(usd('0'), { currency: 'usdt', rate: null, usdtFee: 2 })).toBeNull();
  expect(quoteInput(usd('0.01'), { currency: 'brl', rate: exchangeRate('0.5'), usdtFee: 2 })).toBeNull();
});

const terms = { Limit: 5000, Left: 1200, UsdtFee: 2, Waits: [] };

test('[F6] more than the rest of the limit needs an approval, the rest does not', () => {
  expect(needsApproval(usd('1200'), terms)).toBe(false);
  expect(needsApproval(usd('1200.01'), terms)).toBe(true);
  expect(needsApproval(usd('1200.01'), undefined)).toBeNull();
  expect(needsApproval(null, terms)).toBeNull();
});

test('[F6] soon after an account change even the smallest amount needs an approval', () => {
  const Waits = [{ Why: 'phone_changed' as const, Until: '2026-03-03T12:00:00.000Z' }];
  expect(needsApproval(usd('0.01'), { ...terms, Waits })).toBe(true);
});
