import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { percent, usd } from '#money/money.ts';
import { addDays } from '#platform/clock.ts';
import { type Database, openDatabase } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import { openWorld, type World } from '#testing/server/world.ts';
import { openPosition } from './open-position.ts';
import type { Position } from './position-store.ts';
import { manyCustomers } from './testing/many-customers.ts';

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

/** All sessions of this database that are waiting for a lock of another transaction. */
const waitingSql = `SELECT pid FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event IN ('transactionid', 'tuple')`;

describe.each([8, 16])('128 concurrent openings over %i connections', (connections) => {
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

  test('[S7] never wait for a lock', async () => {
    const customers = await manyCustomers(world, 128, '10');
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

  test('[S7] a locked part of the treasury holds up nobody, and all of it whoever draws', async () => {
    const customers = await manyCustomers(world, 128, '10');
    await holder.query('BEGIN');
    await holder.query('SELECT FROM ledger.treasury WHERE part >= $1 FOR UPDATE', [connections]);
    expect(await Promise.all(customers.map((customer) => open(db, customer)))).toHaveLength(128);
    expect(await countWaiting()).toBe(0);
    await holder.query('SELECT FROM ledger.treasury FOR UPDATE');
    const waiting = open(db, customers[0] as string).catch((error: { code?: string }) => error.code);
    await expect.poll(countWaiting, { interval: 5 }).toBe(1);
    await holder.query('COMMIT');
    expect(await waiting).toBe('insufficient_balance');
  });
});

describe('a treasury of 100', () => {
  test('[S7] backs exactly 100 promises of 1 from 128 concurrent requests, wherever its money lies', async () => {
    world = await openWorld({ treasury: '100' });
    // Each part has a little more than six.
    const customers = await manyCustomers(world, 128, '10');
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
});
