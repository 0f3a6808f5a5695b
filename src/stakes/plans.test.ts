import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { micros, toJsonNumber, usd } from '#money/money.ts';
import { promisedProfit, splitByFee } from '#positions/promised-profit.ts';
import { findPlan, findPlanFor, firstDays, offeredOf, standardCancelFee, type StakePlan, stakePlans } from './plans.ts';

describe('the plans', () => {
  test('[S1] five periods, each with its return', () => {
    expect(stakePlans.map((plan) => [plan.days, toJsonNumber(plan.rate)])).toEqual([
      [30, 10],
      [60, 25],
      [90, 60],
      [180, 140],
      [365, 300],
    ]);
  });

  test('[S1] the selector offers 30, 60, 180 and 365 days, and starts at 30', () => {
    expect(offeredOf(stakePlans).map((plan) => plan.days)).toEqual([30, 60, 180, 365]);
    expect(firstDays(stakePlans)).toBe(30);
    expect(firstDays(stakePlans.filter(({ days }) => days > 30))).toBe(60);
    // Thirty days wherever they are in the list, and also when nothing is offered.
    expect(firstDays(stakePlans.toReversed())).toBe(30);
    expect(firstDays([])).toBe(30);
  });

  test('[S2] the amounts of each period match the specification', () => {
    const steps = (from: number, to: number, by: number): number[] =>
      Array.from({ length: (to - from) / by + 1 }, (_, n) => from + n * by);
    const ninety = [20, 50, 100, ...steps(200, 1000, 100)];
    const halfYear = [...ninety, ...steps(2000, 5000, 1000)];
    expect(findPlan(stakePlans, 30)?.amounts).toEqual([...steps(10, 100, 10), 300]);
    expect(findPlan(stakePlans, 60)?.amounts).toEqual([300, 400, 500]);
    expect(findPlan(stakePlans, 90)?.amounts).toEqual(ninety);
    expect(findPlan(stakePlans, 180)?.amounts).toEqual(halfYear);
    expect(findPlan(stakePlans, 365)?.amounts).toEqual([...halfYear, 10_000, 20_000]);
  });

  test('[S4] an amount is valid for its own period only, to the micro-dollar', () => {
    expect(findPlanFor(stakePlans, 30, usd('100'))?.days).toBe(30);
    expect(findPlanFor(stakePlans, 60, usd('100'))).toBeNull();
    expect(findPlanFor(stakePlans, 30, usd('100.000001'))).toBeNull();
    expect(findPlanFor(stakePlans, 31, usd('100'))).toBeNull();
    expect(findPlanFor(stakePlans, 30, usd('0'))).toBeNull();
  });
});

describe('the promised profit', () => {
  test.each([
    ['10', 30, '1'],
    ['300', 60, '75'],
    ['20', 90, '12'],
    ['5000', 180, '7000'],
    ['20000', 365, '60000'],
  ])('[S3] %s for %s days promises %s', (amount, days, profit) => {
    expect(promisedProfit(usd(amount), (findPlan(stakePlans, days) as StakePlan).rate)).toBe(usd(profit));
  });
});

describe('early cancellation', () => {
  test('[S7] costs forty per cent and refunds sixty by default', () => {
    expect(splitByFee(usd('300'), standardCancelFee)).toEqual({ fee: usd('120'), refund: usd('180') });
  });

  test('[S7] fee and refund always add up to the amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 15n }), (amount) => {
        const { fee, refund } = splitByFee(micros(amount), standardCancelFee);
        expect(fee + refund).toBe(amount);
        expect(refund * 10n >= amount * 6n).toBe(true);
      }),
    );
  });
});
