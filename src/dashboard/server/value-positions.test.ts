import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accruedProfit, payoutResult } from '#money/accrual.ts';
import { type Micros, micros, type Percent, sum } from '#money/money.ts';
import { wholeCents } from '#money/shown.ts';
import { type PositionRow, valuePositions } from './value-positions.ts';

const dayMs = 86_400_000;
const from = Date.parse('2026-03-02T03:00:00Z');
const closings = Array.from({ length: 40 }, (_, day) => ({
  date: `day ${day}`,
  closes: new Date(from + day * dayMs),
  last: new Date(from + day * dayMs),
  balance: 0n,
  zord: 0n,
}));
const moment = fc.integer({ min: from - 20 * dayMs, max: from + 50 * dayMs }).map((ms) => new Date(ms));
/** From cents to fortunes: above nine billion dollars the micro-dollars exceed a safe integer. */
const amount = fc.oneof(fc.bigInt({ min: 1n, max: 10n ** 9n }), fc.bigInt({ min: 1n, max: 10n ** 17n }));
const payout = fc.bigInt({ min: -30_000_000n, max: 30_000_000n });

const said = ([at, paid]: [Date, bigint]): [at: string, payout: string] => [at.toISOString(), String(paid)];

const position: fc.Arbitrary<PositionRow> = fc
  .record({
    is_traded: fc.boolean(),
    amount,
    promised: amount,
    started_at: moment,
    days: fc.integer({ min: 1, max: 60 }),
    closed: fc.option(fc.double({ min: 0.01, max: 1, noNaN: true })),
    paid_before: payout,
    paid_in_all: payout,
    open_at_start: fc.option(fc.array(fc.tuple(moment, payout), { minLength: 1, maxLength: 3 })),
    late: fc.option(fc.array(fc.tuple(moment, payout), { minLength: 1, maxLength: 3 })),
  })
  .map(({ days, closed, late, open_at_start, ...row }) => ({
    ...row,
    product: row.is_traded ? 'copytrade' : 'stake',
    ends_at: new Date(row.started_at.getTime() + days * dayMs),
    closed_at: closed === null ? null : new Date(row.started_at.getTime() + Math.ceil(closed * days * dayMs)),
    late: row.is_traded && late ? late.map(said) : null,
    open_at_start: row.is_traded && open_at_start ? open_at_start.map(said) : null,
  }));

/** The rule itself, in bigint arithmetic. */
function worthAt(row: PositionRow, at: Date, paid: bigint): Micros {
  const { amount: of, promised, started_at: start, ends_at: end } = row;
  if (!row.is_traded) return micros(of + accruedProfit(micros(promised), start, end, at));
  const others = [...(row.late ?? []), ...(row.open_at_start ?? [])].filter(
    ([when]) => Date.parse(when) <= at.getTime(),
  );
  const without = others.reduce((total, [, each]) => total + BigInt(each), 0n);
  const known = end <= at ? row.paid_in_all : paid;
  return micros(of + payoutResult(micros(of), (known - row.paid_before - without) as Percent));
}

test('[D5] running positions are worth the sum of each one’s value, exact and in whole cents, from cents to fortunes', async () => {
  const paid = fc.array(payout, { minLength: closings.length, maxLength: closings.length });
  await fc.assert(
    fc.asyncProperty(fc.array(position, { maxLength: 12 }), paid, async (positions, feed) => {
      const worths = await valuePositions(closings, [{ product: 'copytrade', paid: feed.map(String) }], positions);
      for (const [at, { closes }] of closings.entries()) {
        const running = positions.filter(
          (p) => p.started_at <= closes && (p.closed_at === null || p.closed_at > closes),
        );
        for (const product of ['copytrade', 'stake'] as const) {
          const all = running
            .filter((each) => each.product === product)
            .map((each) => worthAt(each, closes, feed[at] as bigint));
          const figure = worths.get(product)?.[at] ?? { exact: 0n, shown: 0n };
          expect(figure).toEqual({ exact: sum(all), shown: sum(all.map(wholeCents)) });
        }
      }
    }),
    { numRuns: 200 },
  );
});
