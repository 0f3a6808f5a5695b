import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type CopytradeWorld, openCopytradeWorld } from '#testing/server/copytrade-world.ts';
import { importLines, line } from '#testing/server/import-lines.ts';
import type { TestInvestor } from '#testing/server/world.ts';
import type { RecordedOperation, TradingRecord } from '../record-contract.ts';

let world: CopytradeWorld;
let ana: TestInvestor;
beforeAll(async () => {
  world = await openCopytradeWorld();
  ana = await world.investor({ balance: '1000' });
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const read = async (product = 'copytrade'): Promise<TradingRecord> => {
  const answer = await ana.get(`/api/record?product=${product}`);
  expect(answer.statusCode).toBe(200);
  return answer.json<TradingRecord>();
};
const spanOf = (record: TradingRecord, days: number) => record.Spans.find(({ Days }) => Days === days);

describe("a product's track record", () => {
  test('[G3] is empty without an operation, and says so', async () => {
    expect(await read('primezord')).toEqual({
      Product: 'primezord',
      Since: null,
      Sandbox: false,
      Spans: [30, 90].map((Days) => ({
        Days,
        From: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        Result: 0,
        WorstFall: 0,
        Operations: 0,
        Gains: 0,
      })),
      Series: [],
    });
    expect((await ana.get('/api/record/operations?product=primezord')).json()).toEqual([]);
  });

  test('[G3] shows result, maximum drawdown and number of operations for thirty and for ninety days', async () => {
    // Running result over ninety days: 10, 4, 7, -1, 5. The worst fall is from 7 to -1; in the last thirty days, from 0 to -8.
    const payouts = [
      [80, '10'],
      [70, '-6'],
      [60, '3'],
      [20, '-8'],
      [2, '6'],
    ] as const;
    for (const [daysAgo, payout] of payouts) await world.operation(payout, daysAgo);
    // Too old for either span.
    await world.operation('50', 95);
    const record = await read();
    expect(spanOf(record, 90)).toEqual({
      Days: 90,
      From: '2025-12-03',
      Result: 5,
      WorstFall: 11,
      Operations: 5,
      Gains: 3,
    });
    expect(spanOf(record, 30)).toMatchObject({ From: '2026-02-01', Result: -2, WorstFall: 8, Operations: 2, Gains: 1 });
    expect(record.Since).toBe('2025-11-27T12:00:00.000Z');
    expect(record.Sandbox).toBe(false);
  });

  test('[G3] its series has one point per day, starts at zero and ends at the result', async () => {
    const { Series, Spans } = await read();
    expect(Series).toHaveLength(91);
    expect(Series[0]).toEqual({ Date: '2025-12-02', Result: 0 });
    expect(Series.at(-1)).toEqual({ Date: '2026-03-02', Result: Spans.at(-1)?.Result });
    const on = (date: string) => Series.find((point) => point.Date === date)?.Result;
    expect([on('2025-12-11'), on('2025-12-12'), on('2025-12-21'), on('2025-12-22')]).toEqual([0, 10, 10, 4]);
  });

  test('[G3] a newly known operation is in the next answer, and so is its sandbox flag', async () => {
    const before = spanOf(await read(), 30);
    const lines = [line(world.now, '1.25', 'MADE-UP')];
    await importLines(world.db, lines, { now: world.now, source: 'sandbox' });
    const record = await read();
    expect(spanOf(record, 30)?.Result).toBe((before?.Result ?? 0) + 1.25);
    expect(record.Sandbox).toBe(true);
  });

  test('[G3] an operation drops out of the span on its day, even if no other became known', async () => {
    const before = spanOf(await read(), 30);
    world.forward(11);
    const after = spanOf(await read(), 30);
    expect(before?.Operations).toBe(3);
    expect([after?.From, after?.Operations]).toEqual(['2026-02-12', 2]);
    world.forward(-11);
  });

  test('[G3] a loss is never more than 100 per cent, however bad', async () => {
    const made = { now: world.now, product: 'primezord' } as const;
    const lines = ['-60', '-70', '20'].map((payout, at) =>
      line(new Date(world.now.getTime() - (9 - at) * 60_000), payout, `BAD-${at}`),
    );
    await importLines(world.db, lines, made);
    expect(spanOf(await read('primezord'), 30)).toMatchObject({ Result: -100, WorstFall: 100 });
  });
});

describe('the record is computed like positions', () => {
  test('[G3] a licence over the same days earned what the record shows', async () => {
    const lab = await openCopytradeWorld();
    const bia = await lab.investor({ balance: '1000' });
    const start = new Date('2026-03-03T03:00:00.000Z');
    lab.forward((start.getTime() - lab.now.getTime()) / 86_400_000);
    const licence = (await bia.post('/api/copytrade', { amount: 1000 })).json<{ Id: string }>();
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: -9_000_000, max: 9_000_000 }), async (millionths) => {
        lab.forward(0.4);
        await lab.operation((millionths / 1_000_000).toFixed(6));
        const [{ Profit } = { Profit: NaN }] = (await bia.get('/api/copytrade')).json<
          { Id: string; Profit: number }[]
        >();
        const { Spans } = (await bia.get('/api/record?product=copytrade')).json<TradingRecord>();
        expect([licence.Id, Profit]).toEqual([licence.Id, Number(((Spans[0]?.Result ?? NaN) * 10).toFixed(6))]);
      }),
      { numRuns: 20 },
    );
    expect(await lab.audit()).toEqual([]);
    await lab.close();
  });
});

describe('its list of operations', () => {
  test('[G3] contains every operation of the product, newest first, paginated, whoever took part', async () => {
    const first = await ana.get('/api/record/operations?product=copytrade&limit=2');
    expect(first.json<RecordedOperation[]>()).toMatchObject([
      { Payout: 1.25, Source: 'sandbox', Asset: 'Forex', Pair: 'EUR/USD' },
      { Payout: 6, Source: 'operator' },
    ]);
    const next = /<(.+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? '';
    expect((await ana.get(next)).json<RecordedOperation[]>()).toMatchObject([{ Payout: -8 }, { Payout: 3 }]);
    expect(first.json<object[]>()[0]).not.toHaveProperty('Profit');
  });
});

describe('endpoints', () => {
  test('[G3] reject a request without a session', async () => {
    for (const url of ['/api/record?product=copytrade', '/api/record/operations?product=copytrade']) {
      expect([url, (await world.ask({ method: 'GET', url })).statusCode]).toEqual([url, 401]);
    }
  });

  test('[G3] reject a product without operations, and a page that is too long', async () => {
    for (const query of ['', '?product=', '?product=stake', '?product=copytrade%00', `?product=${'x'.repeat(5000)}`]) {
      expect([query.slice(0, 20), (await ana.get(`/api/record${query}`)).statusCode]).toEqual([
        query.slice(0, 20),
        422,
      ]);
    }
    for (const query of ['product=stake', 'product=copytrade&limit=501', 'product=copytrade&after=%27', 'limit=5']) {
      expect([query, (await ana.get(`/api/record/operations?${query}`)).statusCode]).toEqual([query, 422]);
    }
  });
});
