import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TestInvestor } from '#testing/server/world.ts';
import { type CopytradeWorld, openCopytradeWorld } from '#testing/server/copytrade-world.ts';
import { importLines, line } from '#testing/server/import-lines.ts';
import { opened, vaultInvestor } from '#primevault/server/testing/vault-world.ts';
import { botOwner } from '#testing/server/bot-owner.ts';
import type { Maturity, MaturityMonth } from '../contract.ts';
import { soonest } from './list-maturities.ts';
import { pageSql } from './maturity-store.ts';

let world: CopytradeWorld;
beforeAll(async () => void (world = await openCopytradeWorld()));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

/** Opens one position in each product: a stake of 300 for 60 days, a vault of 500, a licence of 100, and 50 of the bot's wallet. */
async function investsEverywhere(): Promise<TestInvestor> {
  const ana = await botOwner(world, { balance: '2000', wallet: 100 });
  await ana.post('/api/vault/subscribe', { terms: true });
  const answers = [
    await ana.post('/api/stake', { amount: 300, time_stake: 60 }),
    await ana.post('/api/vault/deposit', { amount: 500 }),
    await ana.post('/api/copytrade', { amount: 100 }),
    await ana.post('/api/bot/invest', { amount: 50 }),
  ];
  expect(answers.map((answer) => answer.statusCode)).toEqual([201, 201, 201, 201]);
  return ana;
}

async function listed(investor: TestInvestor, query = ''): Promise<Maturity[]> {
  return (await investor.get(`/api/maturities${query}`)).json<Maturity[]>();
}

describe('the list of maturities', () => {
  test('has every running position with its date and what it brings, soonest first', async () => {
    const ana = await investsEverywhere();
    world.forward(3);
    await world.operation('2.5', 1);
    const found = await listed(ana);
    const shown = found.map(({ Product, Amount, Profit, Promised }) => [Product, Amount, Profit, Promised]);
    expect(shown.toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1))).toEqual([
      ['copytrade', 100, 2.5, false],
      ['primezord', 50, 0, false],
      ['stake', 300, 75, true],
      ['vault', 500, 150, true],
    ]);
    expect(shown.slice(2).map(([product]) => product)).toEqual(['stake', 'vault']);
    for (const [path, product] of [
      ['/api/stakes', 'stake'],
      ['/api/copytrade', 'copytrade'],
      ['/api/vault/investments', 'vault'],
      ['/api/bot/investments', 'primezord'],
    ] as const) {
      const [own] = (await ana.get(path)).json<{ Id: string; End: string; Amount: number }[]>();
      const { Id, End, Amount } = own as { Id: string; End: string; Amount: number };
      expect(found.find(({ Product }) => Product === product)).toMatchObject({ Id, End, Amount });
    }
  });

  test('leaves out what has come back or was cancelled early', async () => {
    const ana = await world.investor({ balance: '500' });
    await ana.post('/api/stake', { amount: 100, time_stake: 30 });
    await ana.post('/api/stake', { amount: 300, time_stake: 60 });
    const [first, second] = await listed(ana);
    await ana.post(`/api/stake/${(second as Maturity).Id}`);
    expect((await listed(ana)).map(({ Id }) => Id)).toEqual([(first as Maturity).Id]);
    world.forward(30);
    await world.settle();
    expect(await listed(ana)).toEqual([]);
    expect((await ana.get('/api/maturities/months')).json()).toEqual([]);
  });

  test('comes in pages by date, each position once, and a span refers to that date', async () => {
    const ana = await world.investor({ balance: '100' });
    const ends: string[] = [];
    for (let n = 0; n < 7; n += 1) {
      if (n % 3 === 0) world.forward(1);
      ends.push((await ana.post('/api/stake', { amount: 10, time_stake: 30 })).json<{ End: string }>().End);
    }
    const seen: Maturity[] = [];
    let url: string | undefined = '/api/maturities?limit=2';
    for (let pages = 0; url; pages += 1) {
      expect(pages).toBeLessThan(4);
      const answer = await ana.get(url);
      seen.push(...answer.json<Maturity[]>());
      url = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link ?? ''))?.[1];
    }
    expect(seen.map(({ End }) => End)).toEqual(ends);
    expect(new Set(seen.map(({ Id }) => Id)).size).toBe(7);
    const span = `?start=${ends[0]}&end=${ends.at(-1)}`;
    expect((await listed(ana, span)).map(({ End }) => End)).toEqual(ends.slice(0, 6));
  });

  test('reads a page in one walk along the customer’s own positions, however many others have', async () => {
    const ana = await world.investor();
    const plan = await asAdmin(world, async (ask) => {
      await ask(
        `INSERT INTO positions (id, customer_id, product, amount, started_at, ends_at)
         SELECT gen_random_uuid(), gen_random_uuid(), 'copytrade', 1, now(), now() + n * interval '1 minute' FROM generate_series(1, 3000) AS n`,
      );
      await ask('ANALYZE positions');
      return ask(`EXPLAIN ${pageSql}`, [ana.id, '-infinity', 'infinity', soonest.at, soonest.id, 21]);
    });
    expect(plan).toContain('Index Scan using positions_newest_first on positions');
    expect(plan).toMatch(/Index Cond: \(customer_id = /);
    expect(plan.match(/on positions\b/g)).toHaveLength(1);
  });

  test('needs a token, and shows nobody else’s positions', async () => {
    const [ana, bia] = [await world.investor({ balance: '10' }), await world.investor()];
    await ana.post('/api/stake', { amount: 10, time_stake: 30 });
    for (const path of ['/api/maturities', '/api/maturities/months']) {
      expect((await world.ask({ method: 'GET', url: path })).statusCode).toBe(401);
      expect((await bia.get(path)).json()).toEqual([]);
    }
  });

  test.each(['limit=0', 'limit=501', 'start=soon', 'tz=Mars', 'after=!', 'after=eA'])(
    'a list with %s is refused',
    async (query) => {
      const refused = await (await world.investor()).get(`/api/maturities?${query}`);
      expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([422, 'invalid_field']);
    },
  );

  test.each(['tz=Mars', 'calendar=mayan'])('months with %s are refused', async (query) => {
    const refused = await (await world.investor()).get(`/api/maturities/months?${query}`);
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([422, 'invalid_field']);
  });
});

describe('the months', () => {
  test('each sum what comes back in them, and together cover all positions', async () => {
    const ana = await investsEverywhere();
    await importLines(world.db, [line(world.now, '-1', 'BOT-1')], { now: world.now, product: 'primezord' });
    const months = (await ana.get('/api/maturities/months')).json<MaturityMonth[]>();
    const positions = await listed(ana);
    const sum = (rows: Maturity[], of: (row: Maturity) => number): number =>
      rows.reduce((total, row) => total + of(row), 0);
    for (const [at, month] of months.entries()) {
      const end = months[at + 1]?.Start ?? '9999-12-31';
      const own = positions.filter(({ End }) => End >= month.Start && End < end);
      expect(month).toMatchObject({
        Positions: own.length,
        Amount: sum(own, ({ Amount }) => Amount),
        Promised: sum(own, ({ Profit, Promised }) => (Promised ? Profit : 0)),
        Result: sum(own, ({ Profit, Promised }) => (Promised ? 0 : Profit)),
        Stake: sum(own, (row) => (row.Product === 'stake' ? row.Amount + row.Profit : 0)),
        Primezord: sum(own, (row) => (row.Product === 'primezord' ? row.Amount + row.Profit : 0)),
      });
    }
    expect(months.reduce((count, { Positions }) => count + Positions, 0)).toBe(4);
    expect(sum(positions, ({ Profit, Promised }) => (Promised ? 0 : Profit))).toBe(-0.5);
  });

  test('[B7] begin in the customer’s own zone and calendar', async () => {
    const ana = await world.investor({ balance: '10' });
    // Comes back on 1 May 2027 at 01:00 UTC, which is still April in São Paulo, and the eleventh of Ordibehesht in Persia.
    world.now = new Date('2027-04-01T01:00:00Z');
    await ana.post('/api/stake', { amount: 10, time_stake: 30 });
    const starts = async (query: string): Promise<string[]> =>
      (await ana.get(`/api/maturities/months?${query}`)).json<MaturityMonth[]>().map(({ Start }) => Start);
    expect(await starts('')).toEqual(['2027-05-01']);
    expect(await starts('tz=America/Sao_Paulo')).toEqual(['2027-04-01']);
    expect(await starts('tz=Asia/Tehran&calendar=persian')).toEqual(['2027-04-21']);
  });

  test('run from the first to the last without a gap, including those that bring nothing', async () => {
    const ana = await vaultInvestor(world, '600');
    await opened(ana, 100);
    await ana.post('/api/stake', { amount: 100, time_stake: 30 });
    const months = (await ana.get('/api/maturities/months')).json<MaturityMonth[]>();
    expect(months).toHaveLength(5);
    expect(months.map(({ Positions }) => Positions)).toEqual([1, 0, 0, 0, 1]);
  });
});

/** Does what the product's login may not, with triggers disabled, and rolls everything back. */
async function asAdmin(
  { db }: CopytradeWorld,
  work: (ask: (text: string, values?: unknown[]) => Promise<string>) => Promise<string>,
): Promise<string> {
  const client = new pg.Client({ connectionString: db.adminUrl });
  await client.connect();
  try {
    await client.query('BEGIN; SET LOCAL session_replication_role = replica');
    return await work(async (text, values) => {
      const { rows } = await client.query<{ 'QUERY PLAN'?: string }>(text, values);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
  } finally {
    await client.query('ROLLBACK');
    await client.end();
  }
}
