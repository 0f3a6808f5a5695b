import fc from 'fast-check';
import { expect, test } from 'vitest';
import { micros, toJsonNumber } from '#money/money.ts';
import { shownSum } from '#money/shown.ts';
import { shownAmountOf } from './shown-line.ts';

test('[L7] [H4] whatever came and went, the shown lines lead from one shown balance to the next', () => {
  const amount = fc.bigInt({ min: 1n, max: 10n ** 12n });
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1, maxLength: 60 }), fc.array(fc.boolean()), (amounts, goes) => {
      let balance = 0n;
      let shown = 0;
      for (const [at, each] of amounts.entries()) {
        const change = goes[at] && each <= balance ? -each : each;
        balance += change;
        const line = { Amount: toJsonNumber(micros(change)), Balance: toJsonNumber(micros(balance)) };
        shown = shownSum(shown, shownAmountOf(line));
        expect(shown).toBe(shownSum(line.Balance));
      }
    }),
  );
});

test.each([
  [0.333333, 10.666667, 0.33],
  [0.333333, 11, 0.34],
  [-0.333333, 10.333334, -0.33],
  [500, 510.009999, 500],
])('[L7] %s that leaves %s is shown as %s', (Amount, Balance, shown) => {
  expect(shownAmountOf({ Amount, Balance })).toBe(shown);
});
