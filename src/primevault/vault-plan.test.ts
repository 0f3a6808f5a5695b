import fc from 'fast-check';
import { expect, test } from 'vitest';
import { micros, type Percent, percent, toJsonNumber, usd } from '#money/money.ts';
import { promisedProfit } from '#positions/promised-profit.ts';
import { rateWith, standardPlan, takesAmount } from './vault-plan.ts';

test('[V3] the vault locks an amount for 180 days at 30 %', () => {
  expect([standardPlan.days, toJsonNumber(standardPlan.rate)]).toEqual([180, 30]);
});

test('[V3] accepts exactly eight amounts, to the micro-dollar', () => {
  expect(standardPlan.amounts).toEqual([100, 250, 500, 1000, 2500, 5000, 10_000, 25_000]);
  for (const amount of standardPlan.amounts) expect(takesAmount(standardPlan, usd(String(amount)))).toBe(true);
  for (const amount of ['0', '99.99', '100.000001', '100.01', '101', '200', '50000', '-100']) {
    expect([amount, takesAmount(standardPlan, usd(amount))]).toEqual([amount, false]);
  }
});

test.each([
  ['100', '30', '0', '30'],
  ['25000', '30', '0', '7500'],
  ['1000', '30', '5', '350'],
  ['250', '30', '2.5', '81.25'],
  ['100', '30', '0.01', '30.01'],
])('[V3] %s at %s %% and %s points promises %s', (amount, rate, points, profit) => {
  expect(promisedProfit(usd(amount), rateWith(percent(rate), percent(points)))).toBe(usd(profit));
});

test('[V3] a code never costs the customer anything and never adds more than its points', () => {
  const amount = fc.bigInt({ min: 1n, max: 10n ** 15n });
  const points = fc.bigInt({ min: 0n, max: 10n ** 9n });
  fc.assert(
    fc.property(amount, points, (amount, points) => {
      const without = promisedProfit(micros(amount), standardPlan.rate);
      const profit = promisedProfit(micros(amount), rateWith(standardPlan.rate, points as Percent));
      const extra = profit - without;
      expect(extra >= 0n && extra * 100_000_000n <= amount * points + 100_000_000n).toBe(true);
    }),
  );
});
