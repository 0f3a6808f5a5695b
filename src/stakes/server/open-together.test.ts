import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { transaction } from '#database/server/transaction.ts';
import { metrics } from '#telemetry/server/metrics.ts';
import { writeSetting } from '#settings/server/settings.ts';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';
import { cancelFeePercent } from './stake-settings.ts';

let world: World;
let operator: pg.Client;
beforeAll(async () => {
  world = await openWorld();
  operator = new pg.Client({ connectionString: world.db.adminUrl });
  await operator.connect();
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(async () => {
  await operator.end();
  await world.close();
});

const stake = { amount: 10, time_stake: 30 };

async function investors(count: number, balance = '100', of: World = world): Promise<TestInvestor[]> {
  return Promise.all(Array.from({ length: count }, () => of.investor({ balance })));
}

/** How many transactions wrote the answers that these customers have. */
async function countCommits(customers: readonly TestInvestor[], of: World = world): Promise<number> {
  const rows = await of.db.query<{ xmin: string }>(
    'SELECT DISTINCT xmin::text FROM idempotency_keys WHERE customer_id = ANY ($1)',
    [customers.map(({ id }) => id)],
  );
  return rows.length;
}

async function lockTimeouts(): Promise<string | undefined> {
  const counted = await metrics.getSingleMetricAsString('lastro_database_troubles_total');
  return /cause="lock_timeout"\} (\d+)/.exec(counted)?.[1];
}

describe('stakes opened by many customers at once', () => {
  test('[S7] are committed in a few transactions, and each is what it would have been alone', async () => {
    const customers = await investors(60);
    const answers = await Promise.all(customers.map((customer) => customer.post('/api/stake', stake)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
    expect(await countCommits(customers)).toBeLessThan(30);
    const [lone] = (await investors(1)) as [TestInvestor];
    const { Id, ...alone } = (await lone.post('/api/stake', stake)).json<{ Id: string }>();
    const ids = new Set([Id]);
    for (const [n, customer] of customers.entries()) {
      const opened = answers[n]?.json<{ Id: string }>();
      ids.add(opened?.Id ?? '');
      expect(opened).toEqual({ ...alone, Id: expect.any(String) });
      expect((await customer.get('/api/stakes')).json()).toEqual([opened]);
      expect(await customer.balance()).toBe(90);
    }
    expect(ids.size).toBe(61);
  });

  test('[S7] a refused one spoils no other', async () => {
    const customers = await investors(12);
    const [poor, frozen, repeated, misled] = customers as [TestInvestor, TestInvestor, TestInvestor, TestInvestor];
    const others = customers.slice(4);
    await poor.post('/api/stake', { amount: 100, time_stake: 30 });
    await operator.query('SELECT ledger.freeze($1, now())', [frozen.id]);
    const key = { 'idempotency-key': 'the same' };
    const before = await repeated.post('/api/stake', stake, key);
    const calls = [
      poor.post('/api/stake', stake),
      frozen.post('/api/stake', stake),
      repeated.post('/api/stake', stake, key),
      misled.post('/api/stake', stake, { 'quoted-rate': '11' }),
      ...others.map((customer) => customer.post('/api/stake', stake)),
    ];
    const [short, stopped, again, changed, ...opened] = await Promise.all(calls);
    expect([short?.statusCode, short?.json().code]).toEqual([422, 'insufficient_balance']);
    expect([stopped?.statusCode, stopped?.json().code]).toEqual([403, 'account_frozen']);
    expect([again?.body, again?.headers['idempotency-replayed']]).toEqual([before.body, 'true']);
    expect([changed?.statusCode, changed?.json().code]).toEqual([409, 'terms_changed']);
    expect(new Set(opened.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
    for (const customer of others) expect(await customer.balance()).toBe(90);
    expect([await poor.balance(), await repeated.balance(), await misled.balance()]).toEqual([0, 90, 100]);
    await operator.query('SELECT ledger.freeze($1, NULL)', [frozen.id]);
  });

  test('[S7] the accounts of one being locked holds up only that one', async () => {
    const [held, ...others] = (await investors(20)) as [TestInvestor, ...TestInvestor[]];
    const before = await lockTimeouts();
    await operator.query('BEGIN');
    await operator.query('SELECT FROM ledger.accounts WHERE owner = $1 FOR UPDATE', [held.id]);
    const waiting = held.post('/api/stake', stake);
    const opened = await Promise.all(others.map((customer) => customer.post('/api/stake', stake)));
    expect(new Set(opened.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
    expect(await operator.query('SELECT FROM positions WHERE customer_id = $1', [held.id])).toMatchObject({
      rowCount: 0,
    });
    await operator.query('COMMIT');
    expect((await waiting).statusCode).toBe(201);
    // Giving up after 50 ms is no trouble of the database, and raises no alarm.
    expect(await lockTimeouts()).toBe(before);
  });

  test('[S7] while somebody holds all of the treasury they wait, and none is refused', async () => {
    const customers = await investors(20);
    await operator.query('BEGIN; SELECT FROM ledger.treasury FOR UPDATE');
    const waiting = Promise.all(customers.map((customer) => customer.post('/api/stake', stake)));
    await new Promise((resolve) => setTimeout(resolve, 200));
    await operator.query('COMMIT');
    expect(new Set((await waiting).map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
  });

  test('[S7] none is opened on terms that the operator has just changed', async () => {
    const customers = await investors(10);
    await customers[0]?.post('/api/stake', stake);
    await transaction(world.db, (tx) => writeSetting(tx, cancelFeePercent, 35));
    const answers = await Promise.all(customers.slice(1).map((customer) => customer.post('/api/stake', stake)));
    expect(answers.map((answer) => answer.json<{ CancelFee: number }>().CancelFee)).toEqual(Array(9).fill(35));
  });

  test('[S7] one that waits past the start of other terms is dated when they count, and carries them', async () => {
    const live = await openWorld({ isLive: true });
    const holder = new pg.Client({ connectionString: live.db.adminUrl });
    await holder.connect();
    const [customer] = (await investors(1, '100', live)) as [TestInvestor];
    await customer.post('/api/stake', stake);
    await holder.query('BEGIN');
    await holder.query('SELECT FROM ledger.accounts WHERE owner = $1 FOR UPDATE', [customer.id]);
    const startsAt = new Date(Date.now() + 500);
    await transaction(live.db, (tx) => writeSetting(tx, cancelFeePercent, 35, { startsAt }));
    const waiting = customer.post('/api/stake', stake);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await holder.query('COMMIT');
    const { Id, CancelFee } = (await waiting).json<{ Id: string; CancelFee: number }>();
    expect(CancelFee).toBe(35);
    const { rows } = await holder.query('SELECT started_at >= $2 AS late FROM positions WHERE id = $1', [Id, startsAt]);
    expect(rows).toEqual([{ late: true }]);
    await holder.end();
    await live.close();
  });
});
