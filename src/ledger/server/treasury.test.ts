import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Micros, usd } from '#money/money.ts';
import { openDatabase, type Tx } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import { uuidv7 } from '#platform/server/uuid.ts';
import type { Entry, Journal } from '../journal.ts';
import { readBalance, readTreasury } from './account-store.ts';
import { post } from './post.ts';
import { entry, type LedgerWorld, openLedger } from './testing/ledger-world.ts';
import { madeUp } from './testing/test-kinds.ts';

let ledger: LedgerWorld;
let ana: string;
beforeEach(async () => {
  ledger = await openLedger();
  ana = await ledger.customer();
});
afterEach(async () => {
  expect(await ledger.audit()).toEqual([]);
  await ledger.db.close();
});

const at = new Date('2026-03-02T12:00:00Z');

/** The sessions of this database that wait for somebody's lock. */
const waitingSql = `SELECT FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event IN ('transactionid', 'tuple')`;

const journalOf = (owner: string, key: string, entries: Entry[]): Journal => ({
  key: `test:${key}`,
  kind: madeUp('test'),
  owner,
  reference: null,
  entries,
});

/** Funds the treasury, as the operator does. */
const fund = (amount: string): Promise<unknown> =>
  ledger.db.query(
    `SELECT ledger.post_one($1, 'treasury_funded', NULL, NULL, $2, '{funding}', '{treasury}', ARRAY[$3::bigint])`,
    [`fund:${uuidv7()}`, at, usd(amount)],
  );
/** Puts all there is into these parts, the same into each. */
const gather = (parts: readonly number[]): Promise<unknown> =>
  ledger.asOwner(`UPDATE ledger.treasury SET balance = CASE WHEN part IN (${parts.join()})
    THEN (SELECT sum(balance) FROM ledger.treasury) / ${parts.length} ELSE 0 END`);

async function readParts(): Promise<Map<number, bigint>> {
  const rows = await ledger.db.query<{ part: number; balance: bigint }>(
    'SELECT part, balance FROM ledger.treasury WHERE balance > 0 ORDER BY part',
  );
  return new Map(rows.map(({ part, balance }) => [part, balance]));
}

const promise = (amount: string | Micros, owner = ana): Promise<unknown> =>
  ledger.move(owner, [entry('treasury', 'promised', amount)]);

describe('the whole treasury', () => {
  test('[S7] is shared among its parts when it is funded, and all of it can be promised to one customer', async () => {
    await fund('16');
    expect([...(await readParts()).values()]).toEqual(Array.from({ length: 16 }, () => usd('1')));
    await promise('16');
    expect([await readParts(), await readTreasury(ledger.db)]).toEqual([new Map(), 0n]);
    expect(await readBalance(ledger.db, ana, 'promised')).toBe(usd('16'));
  });

  test('[S7] can be promised to the last micro-dollar, wherever it lies', async () => {
    await fund('0.000005');
    await gather([1, 3, 6, 10, 15]);
    await expect(promise('0.000006')).rejects.toMatchObject({ code: 'no_capacity', status: 409 });
    await promise('0.000005');
    expect(await readTreasury(ledger.db)).toBe(0n);
  });

  test('[S7] of 100 covers exactly 100 concurrent promises of 1', async () => {
    await fund('100');
    await gather([0, 5, 9, 12]);
    const customers = await Promise.all(Array.from({ length: 130 }, () => ledger.customer()));
    const outcomes = await Promise.allSettled(customers.map((owner) => promise('1', owner)));
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect([...new Set(refused.map(({ reason }) => reason.code))]).toEqual(['no_capacity']);
    expect([refused.length, await readTreasury(ledger.db)]).toEqual([30, 0n]);
  }, 60_000);

  test('[S7] is drawn on by many connections, part too small by part too small, without a deadlock', async () => {
    await fund('60');
    const others = openDatabase({ url: ledger.db.url, connections: 24 });
    const deadlocks = 'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()';
    const [before] = await ledger.db.query<{ deadlocks: bigint }>(deadlocks);
    const storm = async (n: number): Promise<number> => {
      const owner = await ledger.customer();
      let promised = 0;
      for (let round = 0; round < 6; round += 1) {
        // Each part has less than four dollars; every third event gives back what it drew.
        const drawing = (tx: Tx): Promise<unknown> =>
          post(tx, journalOf(owner, `${n}:${round}`, [entry('treasury', 'promised', '1')]), at);
        const [drawn] = await Promise.allSettled([transaction(others, drawing)]);
        if (drawn.status === 'rejected') {
          expect(drawn.reason).toMatchObject({ code: 'no_capacity' });
          continue;
        }
        promised += 1;
        if (round % 3 !== 2) continue;
        await transaction(others, (tx) =>
          post(tx, journalOf(owner, `${n}:${round}:back`, [entry('promised', 'treasury', '1')]), at),
        );
        promised -= 1;
      }
      return promised;
    };
    const promised = (await Promise.all(Array.from({ length: 24 }, (_, n) => storm(n)))).reduce((sum, n) => sum + n, 0);
    await others.close();
    expect(promised).toBeGreaterThan(24);
    expect(await readTreasury(ledger.db)).toBe(usd(String(60 - promised)));
    await ledger.db.query('SELECT pg_stat_clear_snapshot()');
    expect(await ledger.db.query(deadlocks)).toEqual([before]);
  }, 120_000);
});

describe('a part that is too small', () => {
  test('[S7] takes what is missing from the others in the same transaction, and what is left is shared among all', async () => {
    await fund('160');
    await promise('20');
    expect([...(await readParts()).values()]).toEqual(Array.from({ length: 16 }, () => usd('140') / 16n));
  });

  test('[S7] moves nothing when the whole treasury is too small', async () => {
    await fund('100');
    const before = await readParts();
    await expect(promise('100.000001')).rejects.toMatchObject({ code: 'no_capacity' });
    expect(await readParts()).toEqual(before);
  });

  test('[S7] moves nothing when the promise is refused for another reason', async () => {
    await fund('16');
    const before = await readParts();
    const both = [entry('balance', 'invested', '1'), entry('treasury', 'promised', '2')];
    await expect(ledger.move(ana, both)).rejects.toMatchObject({ code: 'insufficient_balance' });
    expect(await readParts()).toEqual(before);
  });

  test('[S7] that has just enough pays alone', async () => {
    await fund('16');
    await promise('1');
    expect([...(await readParts()).values()]).toEqual(Array.from({ length: 15 }, () => usd('1')));
  });

  test('[S7] lets itself go before it takes all in order: two that hold one each and want all do not wait for each other', async () => {
    await fund('16');
    const holder = new pg.Client({ connectionString: ledger.db.adminUrl });
    await holder.connect();
    // Only the last part is free, and too small; then the first is waited for.
    await holder.query('BEGIN; SELECT 1 FROM ledger.treasury ORDER BY part LIMIT 15 FOR NO KEY UPDATE');
    const waiting = promise('2');
    await expect.poll(async () => (await holder.query(waitingSql)).rowCount, { interval: 5 }).toBe(1);
    await holder.query(
      `SET LOCAL lock_timeout = '2s'; SELECT 1 FROM ledger.treasury WHERE part = 15 FOR NO KEY UPDATE`,
    );
    await holder.query('COMMIT');
    await holder.end();
    await waiting;
    expect(await readTreasury(ledger.db)).toBe(usd('14'));
  });
});

test('[R1] the audit finds a treasury that does not hold what is booked', async () => {
  await fund('100');
  await ledger.asOwner('UPDATE ledger.treasury SET balance = balance + 1 WHERE part = 9');
  expect(await ledger.audit()).toEqual([
    {
      rule: 'the treasury holds what all owners have booked',
      where: 'it holds 100000001, booked are 100000000',
    },
  ]);
  await ledger.asOwner('UPDATE ledger.treasury SET balance = balance - 1 WHERE part = 9');
});

test('[W2] paying many in one transaction draws each time', async () => {
  await fund('16');
  await transaction(ledger.db, async (tx) => {
    for (let n = 0; n < 10; n += 1) {
      const entries = [entry('treasury', 'balance', '0.1')];
      await post(tx, { key: `award:${n}`, kind: madeUp('test'), owner: ana, reference: null, entries }, at);
    }
  });
  expect([await readTreasury(ledger.db), await readBalance(ledger.db, ana)]).toEqual([usd('15'), usd('1')]);
});

test('[S7] an event that both draws on the treasury and gives back is a fault: its promise would be ambiguous', async () => {
  await fund('10');
  const both = [entry('treasury', 'promised', '1'), entry('promised', 'treasury', '1')];
  await expect(ledger.move(ana, both)).rejects.toMatchObject({ code: 'LB004' });
  expect(await readTreasury(ledger.db)).toBe(usd('10'));
});

test('[S7] a released promise returns to the treasury', async () => {
  await fund('10');
  await promise('4');
  await ledger.move(ana, [entry('promised', 'treasury', '4')]);
  expect(await readTreasury(ledger.db)).toBe(usd('10'));
});
