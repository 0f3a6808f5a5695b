import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accruedProfit, payoutResult, plainAccruedProfit, plainPayoutResult, progressOf } from './accrual.ts';
import { micros, type Percent, percent, usd } from './money.ts';

const dayMs = 86_400_000;
const start = new Date('2026-03-02T12:00:00Z');
const after = (ms: number): Date => new Date(start.getTime() + ms);

test('[S7] [V3] profit grows linearly from nothing to the promise, and never beyond', () => {
  const at = (days: number): bigint => accruedProfit(usd('300'), start, after(180 * dayMs), after(days * dayMs));
  expect([-1, 0, 45, 90, 180, 181].map(at)).toEqual([0n, 0n, usd('75'), usd('150'), usd('300'), usd('300')]);
});

test('[S7] [V3] profit is rounded down to the micro-dollar, so that never more is shown than is paid', () => {
  expect(accruedProfit(micros(10n), start, after(3), after(1))).toBe(3n);
  expect(accruedProfit(micros(10n), start, after(3), after(2))).toBe(6n);
});

test('[S7] [V3] profit is the whole part of promise × time / term, to the micro-dollar, however large or small', () => {
  const term = fc.integer({ min: 2, max: 400 * dayMs });
  const promise = fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.bigInt({ min: 0n, max: 10n ** 6n }));
  fc.assert(
    fc.property(promise, term, fc.double({ min: 0, max: 1, noNaN: true }), (promised, whole, part) => {
      const elapsed = Math.min(whole - 1, Math.max(1, Math.floor(whole * part)));
      const exact = (promised * BigInt(elapsed)) / BigInt(whole);
      expect(accruedProfit(micros(promised), start, after(whole), after(elapsed))).toBe(exact);
    }),
    { numRuns: 5_000 },
  );
  // Results just below a whole number, with the largest product that is exact and the smallest that is not.
  for (const [promised, elapsed, whole] of [
    [9_007_199_254_740_991n, 1, 2],
    [94_906_265n, 94_906_265, 94_906_266],
    [94_906_267n, 94_906_266, 94_906_268],
    [3_002_399_751_580_330n, 3, 7],
    [9_007_199_254_740_993n, 1, 3],
  ] as const)
    expect(accruedProfit(micros(promised), start, after(whole), after(elapsed))).toBe(
      (promised * BigInt(elapsed)) / BigInt(whole),
    );
});

test('[S7] [V3] profit never shrinks as time passes', () => {
  const moment = fc.integer({ min: 0, max: 200 * dayMs });
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 12n }), moment, moment, (promised, a, b) => {
      const at = (ms: number): bigint => accruedProfit(micros(promised), start, after(180 * dayMs), after(ms));
      const [early, late] = [at(Math.min(a, b)), at(Math.max(a, b))];
      expect(0n <= early && early <= late && late <= promised).toBe(true);
    }),
  );
});

test('[S5] [V1] progress runs from 0 to 100 and reaches 100 only at the end', () => {
  const at = (ms: number): number => progressOf(start, after(180 * dayMs), after(ms));
  expect([-1, 0, 45 * dayMs, 90 * dayMs, 180 * dayMs - 1, 180 * dayMs, 999 * dayMs].map(at)).toEqual([
    0, 0, 25, 50, 99.99, 100, 100,
  ]);
});

test('[S5] progress is zero before a term begins, however short it is', () => {
  expect(progressOf(start, after(100), after(-1))).toBe(0);
  expect(progressOf(start, after(100), after(1))).toBe(1);
});

test.each([
  ['100', '12.5', '12.5'],
  ['100', '-12.5', '-12.5'],
  ['0.00001', '55', '0.000005'],
  ['100', '-99.999999', '-99.999999'],
  ['100', '-100', '-100'],
  ['100', '-250', '-100'],
  ['100', '0', '0'],
])(
  '[C3] %s dollars at payouts of %s per cent yield %s: the loss never exceeds the amount',
  (amount, payouts, result) => {
    expect(payoutResult(usd(amount), percent(payouts))).toBe(usd(result));
  },
);

test('[C3] [S7] plain numbers give the same result, and none where they would be inexact', () => {
  const amount = fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 16n }), fc.bigInt({ min: 0n, max: 10n ** 9n }));
  const payouts = fc.bigInt({ min: -3n * 10n ** 8n, max: 3n * 10n ** 8n });
  const elapsed = fc.integer({ min: -1000, max: 200 * dayMs });
  const same = (plain: number | undefined, exact: bigint): void => {
    if (plain !== undefined || exact < 2n ** 52n) expect(plain).toBe(Number(exact));
  };
  fc.assert(
    fc.property(amount, payouts, elapsed, (of, paid, ms) => {
      fc.pre(of < 2n ** 53n);
      same(plainPayoutResult(Number(of), Number(paid)), payoutResult(micros(of), paid as Percent));
      const accrued = accruedProfit(micros(of), start, after(180 * dayMs), after(ms));
      same(plainAccruedProfit(Number(of), ms, 180 * dayMs), accrued);
    }),
    { numRuns: 5_000 },
  );
  expect(plainAccruedProfit(Number.NaN, 1, 2)).toBeUndefined();
  expect([5, -5].map((paid) => plainPayoutResult(Number.NaN, paid))).toEqual([undefined, undefined]);
  expect([-1, 0, 1, 2, 3].map((ms) => plainAccruedProfit(7, ms, 2))).toEqual([0, 0, 3, 7, 7]);
  expect([-250e6, -99e6, -1, 0, 1, 250e6].map((paid) => plainPayoutResult(10, paid))).toEqual([-10, -9, 0, 0, 0, 25]);
});
