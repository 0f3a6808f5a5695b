import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';
import { type Database, openDatabase } from '#database/server/database.ts';
import { listenForWork } from './listen-for-work.ts';

let world: World;
/** A login that sees other connections and may end them. */
let owner: Database;
let ana: TestInvestor;
let listening: { stop(): Promise<void> };
let heard: number;

beforeAll(async () => {
  world = await openWorld();
  owner = openDatabase({ url: world.db.adminUrl, connections: 1 });
  ana = await world.investor();
  heard = 0;
  listening = listenForWork(world.db, () => (heard += 1));
  await expectListeners(1);
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(async () => {
  await listening.stop();
  await owner.close();
  await world.close();
});

async function listeners(): Promise<{ pid: number }[]> {
  return owner.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query = 'LISTEN broker_transfers'`,
  );
}

async function expectListeners(count: number): Promise<void> {
  const deadlineMs = Date.now() + 30_000;
  while ((await listeners()).length !== count) {
    if (Date.now() > deadlineMs) throw new Error(`there are not ${count} listeners`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function deposit() {
  return ana.post('/api/deposit', { amount: 10, user: ana.id, currency: 'usdt' });
}

test('[F4] announces a stored deposit, not a refused one', async () => {
  await deposit();
  await expect.poll(() => heard).toBe(1);
  await ana.post('/api/deposit', { amount: 0, user: ana.id, currency: 'usdt' });
  await ana.get('/api/transfers');
  await deposit();
  await expect.poll(() => heard).toBe(2);
});

test('[F4] announces concurrent deposits at least once, not necessarily one by one', async () => {
  heard = 0;
  await Promise.all(Array.from({ length: 30 }, deposit));
  await expect.poll(() => heard).toBeGreaterThan(0);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(heard).toBeLessThanOrEqual(30);
});

test('[F4] a listener that lost its connection listens again', async () => {
  const [before] = await listeners();
  await owner.query('SELECT pg_terminate_backend($1)', [before?.pid]);
  await expectListeners(0);
  await expectListeners(1);
  heard = 0;
  await deposit();
  await expect.poll(() => heard).toBe(1);
});

test('[F4] a stopped listener leaves no connection behind', async () => {
  const another = listenForWork(world.db, () => {});
  await expectListeners(2);
  await another.stop();
  await expectListeners(1);
});
