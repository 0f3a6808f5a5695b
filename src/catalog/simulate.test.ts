import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toJsonNumber, usd } from '#money/money.ts';
import { findPlan, standardCancelFee, stakePlans } from '#stakes/plans.ts';
import { nearestAmounts, plansOf, simulate, takes } from './simulate.ts';
import { catalogOfToday } from './testing/catalogs.ts';

const plans = plansOf(catalogOfToday());
const planFor = (days: number, product = 'stake') =>
  plans.find((plan) => plan.days === days && plan.product === product) as (typeof plans)[number];

test('[G1] simulates what can be chosen: the four periods on offer, and the vault', () => {
  expect(plans.map(({ product, days, rate }) => [product, days, rate])).toEqual([
    ['stake', 30, 10],
    ['stake', 60, 25],
    ['stake', 180, 140],
    ['stake', 365, 300],
    ['primevault', 180, 30],
  ]);
});

test('[G1] US$ 100 for 180 days become US$ 240, and cancelling early returns US$ 60', () => {
  const { profit, total, early } = simulate(planFor(180), usd('100'));
  expect([profit, total, early]).toEqual([usd('140'), usd('240'), { fee: usd('40'), refund: usd('60') }]);
  expect(simulate(planFor(180, 'primevault'), usd('100'))).toEqual({
    profit: usd('30'),
    total: usd('130'),
    early: null,
  });
});

test('[G1] where a tax is set the total is after tax, for stakes and for the vault', () => {
  const today = catalogOfToday();
  const taxed = plansOf({ Stake: { ...today.Stake, TaxRate: 15 }, Vault: { ...today.Vault, TaxRate: 15 } });
  const totals = taxed.map((plan) => simulate(plan, usd('100')).total);
  expect(totals).toEqual([usd('108.5'), usd('121.25'), usd('219'), usd('355'), usd('125.5')]);
});

test('[G1] the simulator and the server agree on every amount of every period', () => {
  for (const plan of plans.filter(({ product }) => product === 'stake')) {
    const { rate, amounts } = findPlan(stakePlans, plan.days) ?? expect.unreachable();
    expect([plan.rate, plan.cancelFee]).toEqual([toJsonNumber(rate), toJsonNumber(standardCancelFee)]);
    for (const dollars of amounts) {
      const amount = usd(String(dollars));
      // Computed here in whole dollars, independently of the rule that client and server share.
      expect(simulate(plan, amount).profit).toBe((BigInt(dollars) * rate) / 100n);
      expect(simulate(plan, amount).early).toEqual({
        fee: (amount * 2n) / 5n,
        refund: (amount * 3n) / 5n,
      });
    }
  }
});

test('[G1] for any input the parts add up to the cent and nothing is lost on leaving', () => {
  fc.assert(
    fc.property(fc.constantFrom(...plans), fc.bigInt({ min: 1n, max: 100_000_000_000n }), (plan, cents) => {
      const amount = usd(`${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`);
      const { profit, total, early } = simulate(plan, amount);
      expect(total - amount <= profit && profit - (total - amount) < 10_000n).toBe(true);
      if (early) expect(early.fee + early.refund).toBe(amount);
    }),
  );
});

test('[G1] an amount that the period does not accept yields its nearest amounts', () => {
  expect(takes(planFor(30), usd('100'))).toBe(true);
  expect(takes(planFor(30), usd('100.01'))).toBe(false);
  expect(nearestAmounts(planFor(30), usd('150'))).toEqual([100, 300]);
  expect(nearestAmounts(planFor(30), usd('5'))).toEqual([10]);
  expect(nearestAmounts(planFor(30), usd('99999'))).toEqual([300]);
});
