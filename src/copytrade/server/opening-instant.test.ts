import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { micros, percentOf, type Percent, roundDown, toJsonNumber } from '#money/money.ts';
import { recountOf } from '#explanations/server/testing/recount.ts';
import type { EquityPoint } from '#dashboard/contract.ts';
import type { FeedLine } from '#payouts/server/read-feed-line.ts';
import type { Operation } from '#payouts/contract.ts';
import { addDays, dayMs } from '#platform/clock.ts';
import { type CopytradeWorld, openCopytradeWorld } from '#testing/server/copytrade-world.ts';
import { importLines, line } from '#testing/server/import-lines.ts';
import type { TestInvestor } from '#testing/server/world.ts';
import type { Licence } from '../contract.ts';

let world: CopytradeWorld;
let begun: Date;
beforeEach(async () => {
  world = await openCopytradeWorld();
  begun = world.now;
});
afterEach(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const after = (ms: number): Date => new Date(begun.getTime() + ms);

async function openAt(investor: TestInvestor, at: Date): Promise<void> {
  world.now = at;
  expect((await investor.post('/api/copytrade', { amount: 100 })).statusCode).toBe(201);
}

function traded(opened: Date, closed: Date, payout: string, reference: string): FeedLine {
  return { ...line(closed, payout, reference), opened: opened.toISOString() };
}

/** Every figure of the profit of an investor's only licence: the list, the home report, the explanation, the equity of today, the operations. */
async function profitsOf(investor: TestInvestor): Promise<number[]> {
  const [licence] = (await investor.get('/api/copytrade')).json<Licence[]>();
  const { Profitcopy } = (await investor.get('/api/homereport')).json<{ Profitcopy: number }>();
  const { value, sum } = await recountOf(investor, 'copytrade', licence?.Id ?? '');
  const [today] = (await investor.get('/api/equity?tz=UTC')).json<EquityPoint[]>();
  const operations = (await investor.get('/api/copytrade/report?limit=500')).json<Operation[]>();
  const isRunning = licence?.Status === 'active';
  return [
    licence?.Profit ?? Number.NaN,
    Profitcopy,
    toJsonNumber(value),
    toJsonNumber(sum),
    (today?.Total ?? 0) - 1000,
    isRunning ? (today?.Copytrade ?? 0) - 100 : (licence?.Profit ?? 0),
    operations.reduce((total, { Payout }) => total + Payout, 0),
  ];
}

describe('an operation opens and closes', () => {
  test.each([
    ['a millisecond before it closes', 0, 3_599_999],
    ['as it closes', 0, 3_600_000],
    ['a millisecond after it opened', 0, 1],
    ['as it opens', 5, 0],
    ['before it opens', 5, -1],
  ])('[C3] [H3] who opens a licence %s earns %i %% of it', async (_when, percent, startMs) => {
    const ana = await world.investor({ balance: '1000' });
    await openAt(ana, after(startMs));
    world.now = after(3_600_000);
    await importLines(world.db, [traded(begun, world.now, '5', 'A')], { now: world.now });
    expect(new Set(await profitsOf(ana))).toEqual(new Set([percent]));
    world.forward(30);
    await world.settle();
    expect(await ana.balance()).toBe(1000 + percent);
  });

  test.each([
    ['before it closes', 0, dayMs - 1],
    ['as it closes', 0, dayMs],
    ['after it closed', 5, dayMs + 1],
  ])('[C3] [H3] a licence that ends %s earns %i %% of it', async (_when, percent, endMs) => {
    const ana = await world.investor({ balance: '1000' });
    await openAt(ana, addDays(after(endMs), -30));
    world.now = after(2 * dayMs);
    await importLines(world.db, [traded(begun, after(dayMs), '5', 'A')], { now: world.now });
    await world.settle();
    expect(new Set(await profitsOf(ana))).toEqual(new Set([percent]));
  });

  test('[C3] an operation that was open longer than a whole licence is none of its', async () => {
    const ana = await world.investor({ balance: '1000' });
    await openAt(ana, after(dayMs));
    world.now = after(40 * dayMs);
    await importLines(world.db, [traded(begun, world.now, '5', 'A')], { now: world.now });
    await world.settle();
    expect(new Set(await profitsOf(ana))).toEqual(new Set([0]));
  });

  test('[C3] [H3] whatever operations there were, every figure has those that opened and closed while the licence ran', async () => {
    const instant = fc.integer({ min: -40, max: 80 });
    const operation = fc.record({
      at: instant,
      held: fc.integer({ min: 0, max: 60 }),
      payout: fc.integer({ min: -3, max: 4 }),
    });
    const ana = await world.investor({ balance: '1000' });
    const half = dayMs / 2;
    await openAt(ana, begun);
    let round = 0;
    const known: { opened: number; closed: number; payout: number }[] = [];
    await fc.assert(
      fc.asyncProperty(
        fc.array(operation, { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        async (operations, isOver) => {
          round += 1;
          const more = operations.map(({ at, held, payout }) => ({ opened: at - held, closed: at, payout }));
          known.push(...more);
          world.now = after((isOver ? 90 : 59) * half);
          const lines = more.map(({ opened, closed, payout }, n) =>
            traded(after(opened * half), after(closed * half), String(payout), `${round}-${n}`),
          );
          await importLines(world.db, lines, { now: after(90 * half) });
          const own = known.filter(({ opened, closed }) => opened >= 0 && closed < 60);
          const upTo = isOver ? own : own.filter(({ closed }) => closed <= 59);
          const payouts = BigInt(upTo.reduce((sum, { payout }) => sum + payout, 0)) * 1_000_000n;
          const profit = toJsonNumber(percentOf(micros(100_000_000n), payouts as Percent, roundDown));
          const [licence] = (await ana.get('/api/copytrade')).json<Licence[]>();
          expect(licence?.Profit).toBe(Math.max(-100, profit));
          expect(new Set((await profitsOf(ana)).slice(0, 5))).toEqual(new Set([Math.max(-100, profit)]));
        },
      ),
      { numRuns: 12 },
    );
    world.now = after(90 * half);
    await world.settle();
  });
});
