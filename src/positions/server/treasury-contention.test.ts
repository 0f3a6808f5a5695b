import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { percent, usd } from '#money/money.ts';
import { addDays } from '#platform/clock.ts';
import { type Database, openDatabase } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import { openWorld, type World } from '#testing/server/world.ts';
import { openPosition } from './open-position.ts';
import type { Position } from './position-store.ts';
import { customersOfCell } from './testing/customers-of-cell.ts';

let world: World;
afterEach(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

/** Opens a stake of 10 that promises 1, on these connections. */
function open(db: Database, customerId: string): Promise<Position> {
  const terms = { customerId, amount: usd('10'), rate: percent('10'), promised: usd('1') };
  const { now } = world;
  return transaction(db, async (tx) =>
    openPosition(tx, { ...terms, product: 'stake', startedAt: now, endsAt: addDays(now, 30) }),
  );
}

/** Creates one customer with this balance in each of so many cells. */
async function oneInEach(cells: number, balance: string): Promise<string[]> {
  const customers: string[] = [];
  for (let cell = 0; cell < cells; cell += 1) customers.push(...(await customersOfCell(world, cell, 1, balance)));
  return customers;
}

/** All sessions of this database that are waiting for a lock of another transaction. */
const waitingSql = `SELECT pid FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event IN ('transactionid', 'tuple')`;

describe.each([8, 64])('128 concurrent openings over %i connections', (connections) => {
  let db: Database;
  let watcher: pg.Client;
  let holder: pg.Client;
  beforeEach(async () => {
    world = await openWorld();
    db = openDatabase({ url: world.db.url, connections });
    [watcher, holder] = [
      new pg.Client({ connectionString: world.db.adminUrl }),
      new pg.Client({ connectionString: world.db.adminUrl }),
    ];
    await Promise.all([watcher.connect(), holder.connect()]);
  });
  afterEach(async () => {
    await Promise.all([watcher.end(), holder.end()]);
    await db.close();
  });
  const countWaiting = async (): Promise<number> => (await watcher.query(waitingSql)).rowCount ?? 0;

  test('[S7] in as many cells never wait for a lock', async () => {
    const customers = await oneInEach(128, '10');
    let isDone = false;
    const seen: number[] = [];
    const watching = (async () => {
      while (!isDone) seen.push(await countWaiting());
    })();
    await Promise.all(customers.map((customer) => open(db, customer)));
    isDone = true;
    await watching;
    expect(seen.length).toBeGreaterThan(3);
    expect(Math.max(...seen)).toBe(0);
  });

  test('[S7] a locked part of the treasury holds up only the opening that needs it', async () => {
    const [held, ...customers] = await oneInEach(129, '10');
    await holder.query('BEGIN');
    await holder.query('SELECT FROM ledger.treasury WHERE cell = 0 FOR UPDATE');
    const waiting = open(db, held as string);
    await expect.poll(countWaiting, { interval: 5 }).toBe(1);
    // They all finish while the part of cell 0 is locked.
    expect(await Promise.all(customers.map((customer) => open(db, customer)))).toHaveLength(128);
    expect(await countWaiting()).toBe(1);
    await holder.query('COMMIT');
    expect((await waiting).state).toBe('running');
  });
});

describe('a treasury of 100', () => {
  test('[S7] backs exactly 100 promises of 1 from 128 concurrent requests, wherever its money lies', async () => {
    world = await openWorld({ treasury: '100' });
    // Every cell has less than 1: each promise needs levelling.
    const customers = await oneInEach(128, '10');
    // Over the connections of two servers that do not know of each other.
    const other = openDatabase({ url: world.db.url });
    const outcomes = await Promise.allSettled(
      customers.map((customer, n) => open(n % 2 === 0 ? world.db : other, customer)),
    );
    await other.close();
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused.map(({ reason }) => (reason as { code?: string }).code)).toEqual(
      Array.from({ length: 28 }, () => 'no_capacity'),
    );
    const [left] = await world.db.query<{ capacity: bigint }>('SELECT ledger.capacity() AS capacity');
    expect(left?.capacity).toBe(0n);
  }, 60_000);

  test('[S7] backs as many from 128 customers of one cell', async () => {
    world = await openWorld({ treasury: '100' });
    const customers = await customersOfCell(world, 77, 128, '10');
    const outcomes = await Promise.allSettled(customers.map((customer) => open(world.db, customer)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(100);
  });
});
