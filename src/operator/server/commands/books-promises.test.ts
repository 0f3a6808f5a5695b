import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '#testing/server/world.ts';
import { vaultInvestor } from '#primevault/server/testing/vault-world.ts';
import { foldMaturities } from '#maturities/server/fold-maturities.ts';
import { readOwedFigures } from '#maturities/server/watch-liabilities.ts';
import { lastroOf } from '../testing/type-command.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
  world.now = new Date('2026-03-02T12:00:00Z');
  const ana = await vaultInvestor(world, '1000.00');
  await ana.post('/api/stake', { amount: 300, time_stake: 60 });
  await ana.post('/api/stake', { amount: 100, time_stake: 30 });
  await ana.post('/api/vault/deposit', { amount: 500 });
});
afterAll(() => world.close());

test('[R1] shows the operator what is owed, when it falls due and what backs it', async () => {
  const { exit, out } = await lastroOf(world)('books promises');
  expect(exit).toBe(0);
  for (const line of [
    /^owed to customers now +1235\.00 USD$/m,
    /^ {2}balances +100\.00 USD$/m,
    /^ {2}in positions +900\.00 USD$/m,
    /^ {2}stake +2 +400\.00 +85\.00 +0\.00$/m,
    /^ {2}primevault +1 +500\.00 +150\.00 +0\.00$/m,
    /^ {2}promised and set aside +235\.00 USD$/m,
    /^ {2}2026-04 +1 +100\.00 +10\.00 +0\.00$/m,
    /^ {2}2026-05 +1 +300\.00 +75\.00 +0\.00$/m,
    /^ {2}2026-08 +1 +500\.00 +150\.00 +0\.00$/m,
    /^ {2}of which left to promise +999765\.00 USD$/m,
    /^The promises add up: 235\.00 USD in positions and in the ledger\.$/m,
  ]) {
    expect(out).toMatch(line);
  }
});

test('[R1] returns the same as JSON', async () => {
  const { exit, out } = await lastroOf(world)('books promises --json');
  expect([exit, JSON.parse(out)]).toEqual([
    0,
    expect.objectContaining({
      owed: 1235,
      held: expect.objectContaining({ balance: 100, invested: 900, promised: 235, held: 0, zord: 0 }),
      products: expect.arrayContaining([
        { product: 'stake', positions: 2, principal: 400, promised: 85, result: 0 },
        { product: 'primevault', positions: 1, principal: 500, promised: 150, result: 0 },
      ]),
      behind: { brokerage: 0, funding: 1_001_000, trading: 0, treasury: 999_765, fees: 0 },
      broken: [],
    }),
  ]);
});

test('[R1] the metrics show the same figures by product, before and after folding, without a customer', async () => {
  const { body } = await world.ask({ method: 'GET', url: '/metrics' });
  for (const line of [
    'lastro_owed_usd{product="stake"} 400',
    'lastro_owed_usd{product="primevault"} 500',
    'lastro_owed_usd{product="copytrade"} 0',
    'lastro_promised_usd{product="stake"} 85',
    'lastro_promised_usd{product="primevault"} 150',
    'lastro_treasury_usd 999765',
  ]) {
    expect(body.split('\n')).toContain(line);
  }
  const before = await readOwedFigures(world.db);
  expect(await foldMaturities(world.db, 1)).toBe(3);
  expect(await foldMaturities(world.db, 1)).toBe(0);
  expect(await readOwedFigures(world.db)).toEqual(before);
  expect(await world.db.query('SELECT FROM maturity_changes')).toEqual([]);
  expect(await world.db.query('SELECT FROM maturity_days')).toHaveLength(3);
  expect(await world.audit()).toEqual([]);
});

test('[R1] matured positions leave no figures behind, and concurrent folding loses nothing', async () => {
  world.forward(30);
  await world.settle();
  const folded = await Promise.all(Array.from({ length: 8 }, () => foldMaturities(world.db, 1)));
  expect(folded.reduce((sum, lines) => sum + lines, 0)).toBe(1);
  expect(await world.db.query('SELECT FROM maturity_days')).toHaveLength(2);
  expect(await world.audit()).toEqual([]);
});

test('[R1] due within thirty days includes what is overdue', async () => {
  world.now = new Date();
  const bia = await world.investor({ balance: '600' });
  await bia.post('/api/stake', { amount: 100, time_stake: 30 });
  await bia.post('/api/stake', { amount: 500, time_stake: 60 });
  const { dueIn30Days } = await readOwedFigures(world.db);
  // From Ana, long overdue by today's clock: the stake of 300 and the vault; from Bia: the stake of thirty days.
  expect(dueIn30Days).toMatchObject({ stake: 375_000_000n + 110_000_000n, primevault: 650_000_000n, copytrade: 0n });
});

test('[R1] promises that do not add up are reported, with exit code 1', async () => {
  await asOwner(`UPDATE positions SET promised = promised + 1000000 WHERE amount = 300000000`);
  const { exit, out } = await lastroOf(world)('books promises');
  expect(exit).toBe(1);
  expect(out).toMatch(/^broken: the positions say \d+\.\d\d USD, the ledger’s promised says \d+\.\d\d$/m);
  expect(out).not.toContain('The promises add up');
  const { broken } = JSON.parse((await lastroOf(world)('books promises --json')).out) as {
    broken: { account: string; ledger: number; positions: number }[];
  };
  expect(broken).toHaveLength(1);
  expect((broken[0]?.positions ?? 0) - (broken[0]?.ledger ?? 0)).toBe(1);
  await asOwner(`UPDATE positions SET promised = promised - 1000000 WHERE amount = 300000000`);
});

test('[R1] the audit finds a day that differs from its positions', async () => {
  await foldMaturities(world.db, 1);
  await asOwner(`UPDATE maturity_days SET amount = amount + 1 WHERE product = 'primevault'`);
  const rules = (await world.audit()).map(({ rule }) => rule);
  expect(rules).toEqual(['what falls due on a day is the sum of the positions that end on it']);
});

/** Runs a statement that the product's own role may not. */
async function asOwner(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: world.db.adminUrl });
  await client.connect();
  try {
    await client.query('SET session_replication_role = replica');
    await client.query(statement);
  } finally {
    await client.end();
  }
}
