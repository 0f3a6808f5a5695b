import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accruedProfit } from '#money/accrual.ts';
import { micros, type Percent, percentOf, roundDown } from '#money/money.ts';
import { withheldTax } from '../promised-profit.ts';
import { cloneDatabase, type TestDatabase } from '#testing/server/clone-database.ts';

let db: TestDatabase;
beforeAll(async () => void (db = await cloneDatabase()));
afterAll(() => db.close());

const mostMicros = 10n ** 15n;
const moment = fc.integer({ min: Date.parse('2020-01-01'), max: Date.parse('2120-01-01') });
const term = fc.integer({ min: 1, max: 3_660 * 86_400_000 });

const accrual = fc.record({
  promised: fc.bigInt(0n, mostMicros),
  start: moment,
  term,
  // Before the start, during the term, and after the end.
  part: fc.double({ min: -0.5, max: 1.5, noNaN: true }),
});

test('[S7] accrued profit is the same in SQL and TypeScript, to the micro-dollar', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(accrual, { minLength: 50, maxLength: 200 }), async (cases) => {
      const all = cases.map(({ promised, start, term: whole, part }) => ({
        promised: micros(promised),
        start: new Date(start),
        end: new Date(start + whole),
        at: new Date(start + Math.round(whole * part)),
      }));
      const rows = await db.query<{ accrued: bigint; again: bigint }>(
        `SELECT accrued_profit(promised, s, e, a) AS accrued, accrued_profit(promised, s, e, a + interval '999 microseconds') AS again
         FROM unnest($1::bigint[], $2::timestamptz[], $3::timestamptz[], $4::timestamptz[]) WITH ORDINALITY AS c (promised, s, e, a, n)
         ORDER BY n`,
        [
          all.map(({ promised }) => promised),
          all.map(({ start }) => start.toISOString()),
          all.map(({ end }) => end.toISOString()),
          all.map(({ at }) => at.toISOString()),
        ],
      );
      const expected = all.map(({ promised, start, end, at }) => accruedProfit(promised, start, end, at));
      expect(rows.map(({ accrued }) => accrued)).toEqual(expected);
      // A fraction of a millisecond does not count yet.
      expect(rows.map(({ again }) => again)).toEqual(expected);
    }),
    { numRuns: 30 },
  );
});

test('[S7] withheld tax is the same in SQL and TypeScript: rounded down to the micro-dollar, zero where no rate was agreed', async () => {
  const taxed = fc.record({ promised: fc.bigInt(0n, mostMicros), rate: fc.option(fc.bigInt(1n, 100_000_000n)) });
  await fc.assert(
    fc.asyncProperty(fc.array(taxed, { minLength: 50, maxLength: 200 }), async (cases) => {
      const rows = await db.query<{ withheld: bigint }>(
        `SELECT withheld_tax(promised, rate) AS withheld
         FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY AS c (promised, rate, n) ORDER BY n`,
        [cases.map(({ promised }) => promised), cases.map(({ rate }) => rate)],
      );
      const expected = cases.map(({ promised, rate }) => withheldTax(micros(promised), rate as Percent | null));
      expect(rows.map(({ withheld }) => withheld)).toEqual(expected);
      for (const [at, { promised, rate }] of cases.entries()) {
        const [exact, taken] = [promised * (rate ?? 0n), (expected[at] as bigint) * 100_000_000n];
        expect(taken <= exact && exact - taken < 100_000_000n).toBe(true);
      }
    }),
    { numRuns: 30 },
  );
});

test('[C3] [Z4] a result is the same in SQL and TypeScript: to the micro-dollar, towards zero, never losing more than the amount', async () => {
  const traded = fc.record({ amount: fc.bigInt(1n, 10n ** 13n), payouts: fc.bigInt(-(10n ** 12n), 10n ** 12n) });
  await fc.assert(
    fc.asyncProperty(fc.array(traded, { minLength: 50, maxLength: 200 }), async (cases) => {
      const rows = await db.query<{ result: bigint }>(
        `SELECT payout_result(amount, payouts) AS result
         FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY AS c (amount, payouts, n) ORDER BY n`,
        [cases.map(({ amount }) => amount), cases.map(({ payouts }) => payouts)],
      );
      const expected = cases.map(({ amount, payouts }) => {
        const exact = percentOf(micros(amount), payouts as Percent, roundDown);
        return exact < -amount ? -amount : exact;
      });
      expect(rows.map(({ result }) => result)).toEqual(expected);
    }),
    { numRuns: 30 },
  );
});
