import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { auditEverything } from '#operator/server/all-invariants.ts';
import { percent } from '#money/money.ts';
import { addDays } from '#platform/clock.ts';
import { requireOne } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import { cloneDatabase } from '#testing/server/clone-database.ts';
import type { BadLine } from '../line-problems.ts';
import { earliestOf, type Imported, LinesRefused } from './import-operations.ts';
import type { FeedLine } from './read-feed-line.ts';
import { importLines, line } from '#testing/server/import-lines.ts';

const now = new Date('2026-03-02T12:00:00Z');
let db: Awaited<ReturnType<typeof cloneDatabase>>;

beforeEach(async () => void (db = await cloneDatabase()));
afterEach(async () => {
  expect(await auditEverything(db)).toEqual([]);
  await db.close();
});

const give = (lines: readonly FeedLine[], options = {}): Promise<Imported> =>
  importLines(db, lines, { now, ...options });

async function refusalOf(promise: Promise<unknown>): Promise<readonly BadLine[]> {
  const refused: unknown = await promise.catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(LinesRefused);
  return (refused as LinesRefused).lines;
}

async function count(): Promise<number> {
  return Number((await requireOne<{ n: bigint }>(db, 'SELECT count(*) AS n FROM operations')).n);
}

/** Returns the sum of payouts between two instants, in percent. */
async function paid(from: Date, until: Date): Promise<number> {
  const sum = `SELECT payouts_between('copytrade', $1, $2) AS sum`;
  return Number((await requireOne<{ sum: bigint }>(db, sum, [from, until])).sum) / 1e6;
}

const first = line('2026-03-01T10:00:00Z', '1.25', 'A-1');
const second = line('2026-03-01T11:00:00Z', '-0.5', 'A-2');

describe('importing operations', () => {
  test('[H3] records the feed, one row per operation', async () => {
    expect(await give([first, second])).toMatchObject({ added: 2, known: 0 });
    const rows = await db.query(
      'SELECT product, number, asset, pair, payout, source, reference FROM operations ORDER BY number',
    );
    expect(rows).toEqual([
      {
        product: 'copytrade',
        number: 1n,
        asset: 'Forex',
        pair: 'EUR/USD',
        payout: 1_250_000n,
        source: 'operator',
        reference: 'A-1',
      },
      {
        product: 'copytrade',
        number: 2n,
        asset: 'Forex',
        pair: 'EUR/USD',
        payout: -500_000n,
        source: 'operator',
        reference: 'A-2',
      },
    ]);
  });

  test('[H3] importing a feed again changes nothing but adds its new operations', async () => {
    await give([first]);
    expect(await give([first])).toMatchObject({ added: 0, known: 1 });
    expect(await give([second, first])).toMatchObject({ added: 1, known: 1 });
    expect(await count()).toBe(2);
  });

  test('[H3] [C3] a line that says when its operation opened says it again; one that does not, nothing else', async () => {
    const opened = { ...first, opened: '2026-03-01T09:30:00Z' };
    expect(await give([opened, second], { opensBeforeMs: 3_600_000 })).toMatchObject({ added: 2, known: 0 });
    const rows = await db.query('SELECT opened_at, happened_at FROM operations ORDER BY number');
    expect(rows).toEqual([
      { opened_at: new Date('2026-03-01T09:30:00Z'), happened_at: new Date('2026-03-01T10:00:00Z') },
      { opened_at: new Date('2026-03-01T10:00:00Z'), happened_at: new Date('2026-03-01T11:00:00Z') },
    ]);
    expect(await give([opened, second])).toMatchObject({ added: 0, known: 2 });
    expect(await give([first, { ...second, opened: '2026-03-01T10:00:00Z' }])).toMatchObject({ added: 0, known: 2 });
    expect(await refusalOf(give([{ ...first, opened: '2026-03-01T09:31:00Z' }]))).toEqual([
      { line: 2, problem: 'reference_differs' },
    ]);
  });

  test('[H3] a reference is unique per product', async () => {
    await give([first]);
    expect(await give([first], { product: 'primezord' })).toMatchObject({ added: 1, known: 0 });
  });

  test.each([
    ['date', '2026-03-01T10:00:01Z'],
    ['opened', '2026-03-01T09:59:59Z'],
    ['asset', 'Metals'],
    ['pair', 'USD/JPY'],
    ['payout', '1.250001'],
  ])('[H3] a known reference with another %s is a bad line', async (column, cell) => {
    await give([first]);
    expect(await refusalOf(give([second, { ...first, [column]: cell }]))).toEqual([
      { line: 3, problem: 'reference_differs' },
    ]);
    expect(await count()).toBe(1);
  });

  test('[H3] lists every bad line with its number, and imports nothing of the feed', async () => {
    const lines = [
      first,
      { ...second, date: '2026-02-30T10:00:00Z' },
      { ...second, date: '2026-03-01' },
      { ...second, date: '2026-03-02T12:00:00.001Z' },
      { ...second, asset: '' },
      { ...second, pair: 'x'.repeat(41) },
      { ...second, payout: '1,5' },
      { ...second, payout: '-100.000001' },
      { ...second, payout: '0.0000001' },
      { ...second, reference: 'a\u0000b' },
      { ...second, reference: 'A-1' },
      { ...second, opened: 'an hour before' },
      { ...second, opened: '2026-03-01T11:00:00.001Z' },
      second,
    ];
    expect(await refusalOf(give(lines))).toEqual([
      { line: 3, problem: 'invalid_date' },
      { line: 4, problem: 'invalid_date' },
      { line: 5, problem: 'date_in_future' },
      { line: 6, problem: 'invalid_asset' },
      { line: 7, problem: 'invalid_pair' },
      { line: 8, problem: 'invalid_payout' },
      { line: 9, problem: 'invalid_payout' },
      { line: 10, problem: 'invalid_payout' },
      { line: 11, problem: 'invalid_reference' },
      { line: 12, problem: 'reference_twice' },
      { line: 13, problem: 'invalid_opening' },
      { line: 14, problem: 'opened_after_closing' },
    ]);
    expect(await count()).toBe(0);
  });

  describe('within the bounds of an operation and a day', () => {
    const bounds = { perOperation: percent('10'), perDay: percent('30') };
    const day = (n: number, payout: string, at = '2026-03-01T10:00:00Z') => line(at, payout, `D-${n}`);

    test('[C3] an operation above its bound is refused, gain or loss', async () => {
      expect(await refusalOf(give([day(1, '10'), day(2, '10.000001'), day(3, '-1000')], { bounds }))).toEqual([
        { line: 3, problem: 'payout_above_bound' },
        { line: 4, problem: 'invalid_payout' },
      ]);
      expect(await refusalOf(give([day(1, '-10.000001')], { bounds }))).toEqual([
        { line: 2, problem: 'payout_above_bound' },
      ]);
    });

    test('[C3] a day is added up over its imports, gains and losses alike, and known lines once', async () => {
      const last = '2026-03-02T02:59:59.999Z';
      await give([day(1, '10'), day(2, '-10')], { bounds });
      expect(await give([day(1, '10'), day(3, '10', last)], { bounds })).toMatchObject({ added: 1, known: 1 });
      expect(await refusalOf(give([day(4, '0.000001')], { bounds }))).toEqual([
        { line: 2, problem: 'day_above_bound' },
      ]);
      expect(await give([day(5, '10', '2026-03-02T03:00:00Z')], { bounds })).toMatchObject({ added: 1, known: 0 });
      expect(await give([{ ...day(6, '10') }], { bounds, product: 'primezord' })).toMatchObject({ added: 1, known: 0 });
    });

    test('[C3] concurrent imports of one day do not exceed it together', async () => {
      const answers = await Promise.allSettled(Array.from({ length: 10 }, (_, n) => give([day(n, '10')], { bounds })));
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    });
  });

  test.each(['1.23457E+11', '1,23457E+11', '1E5', '1.2e-7', '+1E+20', '123E+9'])(
    '[H3] [C3] the reference %s, which a spreadsheet rounded, is refused by name',
    async (reference) => {
      expect(await refusalOf(give([{ ...first, reference }]))).toEqual([{ line: 2, problem: 'rounded_reference' }]);
    },
  );

  test.each(['A-1E5', '123457000000', 'E+11', '1E', 'op-1.5E+3'])(
    '[H3] the reference %s is kept',
    async (reference) => {
      expect(await give([{ ...first, reference }])).toMatchObject({ added: 1, known: 0 });
    },
  );

  test.each(['date', 'opened', 'asset', 'pair', 'payout', 'reference'])(
    '[H3] [C3] a formula as %s is refused',
    async (column) => {
      for (const formula of ['=1+1', '=A2', '@SUM(A1)']) {
        expect(await refusalOf(give([{ ...first, [column]: formula }]))).toEqual([{ line: 2, problem: 'formula' }]);
      }
    },
  );

  test('[H3] accepts an operation dated at the present instant, and dates with a time zone', async () => {
    await give([line('2026-03-02T09:00:00-03:00', '100', 'B-1')]);
    expect(await paid(now, addDays(now, 1))).toBe(100);
  });

  test('[H3] a span includes its start and excludes its end', async () => {
    await give([first, second]);
    const at = (text: string): Date => new Date(`2026-03-01T${text}Z`);
    expect(await paid(at('10:00:00'), at('11:00:00'))).toBe(1.25);
    expect(await paid(at('10:00:00.001'), at('11:00:00.001'))).toBe(-0.5);
    expect(await paid(at('09:00:00'), at('10:00:00'))).toBe(0);
    expect(await paid(at('00:00:00'), at('23:00:00'))).toBe(0.75);
  });

  test('[H3] a feed may have hundreds of thousands of operations', () => {
    const operations = Array.from({ length: 300_000 }, (_, n) => ({ happenedAt: new Date(now.getTime() - n) }));
    expect(earliestOf(operations)).toEqual(new Date(now.getTime() - 299_999));
  });

  test('[H3] twenty concurrent imports of the same feed record it once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => give([first, second])));
    expect(answers.filter(({ added }) => added === 2)).toHaveLength(1);
    expect(await count()).toBe(2);
  });

  test('[H3] an import is not kept waiting by payments that follow one another without a pause', async () => {
    let isOver = false;
    const pay = async (): Promise<void> => {
      while (!isOver) {
        await transaction(db, async (tx) => {
          await tx.query(`SELECT hold_feeds('{copytrade,primezord}')`);
          await pause(300);
        });
      }
    };
    // Whenever one ends, others are under way.
    const paying: Promise<void>[] = [];
    for (let n = 0; n < 4; n += 1) {
      paying.push(pay());
      await pause(75);
    }
    // Else its statement is given up after fifteen seconds.
    const imported = await give([first]).finally(() => (isOver = true));
    await Promise.all(paying);
    expect(imported).toMatchObject({ added: 1, known: 0 });
  }, 60_000);

  test('[H3] an operation is never changed or deleted', async () => {
    await give([first]);
    await expect(db.query('UPDATE operations SET payout = 0')).rejects.toThrow('permission denied');
    await expect(db.query('DELETE FROM operations')).rejects.toThrow('permission denied');
  });

  test('[H3] in whatever order and batches operations arrive, the index is the sum of their payouts', async () => {
    const operation = fc.record({
      minute: fc.integer({ min: 0, max: 50 }),
      payout: fc.integer({ min: -1e8, max: 1e9 }),
    });
    let round = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(operation, { maxLength: 6 }), { maxLength: 5 }), async (portions) => {
        round += 1;
        const base = addDays(now, -2 * round).getTime();
        const at = (minute: number): Date => new Date(base + minute * 60_000);
        for (const [p, portion] of portions.entries()) {
          await give(
            portion.map(({ minute, payout }, n) => line(at(minute), (payout / 1e6).toFixed(6), `${round}-${p}-${n}`)),
          );
        }
        for (const [from, until] of [
          [0, 51],
          [10, 30],
          [25, 26],
        ] as const) {
          const fell = portions.flat().filter(({ minute }) => minute >= from && minute < until);
          expect(await paid(at(from), at(until))).toBeCloseTo(
            fell.reduce((sum, { payout }) => sum + payout, 0) / 1e6,
            6,
          );
        }
      }),
      { numRuns: 25 },
    );
  });
});
