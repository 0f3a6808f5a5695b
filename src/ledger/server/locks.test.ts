import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { usd } from '#money/money.ts';
import { transaction } from '#platform/server/transaction.ts';
import type { AccountKind } from '../journal.ts';
import { readBalance } from './account-store.ts';
import { holdAccounts, holdCapacity } from './hold.ts';
import { type LedgerWorld, openLedger, entry } from './testing/ledger-world.ts';

let ledger: LedgerWorld;
let elder: string;
let younger: string;
beforeAll(async () => void (ledger = await openLedger()));
beforeEach(async () => {
  elder = await ledger.customer('100');
  younger = await ledger.customer('100');
});
afterAll(() => ledger.db.close());

const balance = (owner: string, kind: AccountKind): string =>
  `SELECT 1 FROM ledger.balances WHERE account_id = (SELECT id FROM ledger.accounts WHERE owner = '${owner}' AND kind = '${kind}')`;
const treasury = 'SELECT 1 FROM ledger.balances WHERE account_id BETWEEN 16 AND 31';

async function isHeld(rows: string): Promise<boolean> {
  return ledger.asOwner(`${rows} FOR NO KEY UPDATE NOWAIT`).then(
    () => false,
    (error: { code?: string }) => {
      expect(error.code).toBe('55P03');
      return true;
    },
  );
}

/** Does `work` while somebody else holds these rows, and looks around once it waits for them. */
function whileHeld(rows: string, work: () => Promise<unknown>, look: () => Promise<void>): Promise<void> {
  return whileOpen(`${rows} FOR NO KEY UPDATE`, work, look, 'ROLLBACK');
}

/** The same with whatever somebody else's transaction is about to do, and how it ends then. */
async function whileOpen(
  statement: string,
  work: () => Promise<unknown>,
  look: () => Promise<void>,
  ending: 'COMMIT' | 'ROLLBACK',
): Promise<void> {
  const holder = new pg.Client({ connectionString: ledger.db.adminUrl });
  await holder.connect();
  try {
    await holder.query(`BEGIN; ${statement}`);
    const done = work();
    await expect
      .poll(
        async () => {
          const { rowCount } = await holder.query(
            `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          );
          return rowCount;
        },
        { interval: 5 },
      )
      .toBe(1);
    await look();
    await holder.query(ending);
    await done;
  } finally {
    await holder.end();
  }
}

test('[S7] a journal holds its accounts in the order in which they were opened, whatever the order of its entries', async () => {
  const move = () => ledger.move(elder, [entry('brokerage', 'held', '1'), entry('balance', 'staked', '1')]);
  await whileHeld(balance(elder, 'held'), move, async () => {
    expect(await isHeld(balance(elder, 'balance'))).toBe(true);
    expect(await isHeld(balance(elder, 'staked'))).toBe(true);
  });
  await whileHeld(balance(elder, 'balance'), move, async () => {
    expect(await isHeld(balance(elder, 'staked'))).toBe(false);
    expect(await isHeld(balance(elder, 'held'))).toBe(false);
  });
});

test('[W2] whoever pays many holds the newest customer first, and each one’s accounts in the order they were opened', async () => {
  const hold = () => transaction(ledger.db, (tx) => holdAccounts(tx, [elder, younger]));
  await whileHeld(balance(elder, 'staked'), hold, async () => {
    expect(await isHeld(balance(younger, 'zord_blocked'))).toBe(true);
    expect(await isHeld(balance(elder, 'balance'))).toBe(true);
    expect(await isHeld(balance(elder, 'held'))).toBe(false);
  });
  await whileHeld(balance(younger, 'balance'), hold, async () => {
    expect(await isHeld(balance(elder, 'balance'))).toBe(false);
  });
});

test('[W2] whoever holds customers holds all their accounts until the end, and nobody else’s', async () => {
  await transaction(ledger.db, async (tx) => {
    await holdAccounts(tx, [elder]);
    for (const kind of ['balance', 'promised', 'zord_blocked'] as const) {
      expect(await isHeld(balance(elder, kind))).toBe(true);
    }
    expect(await isHeld(balance(younger, 'balance'))).toBe(false);
  });
  expect(await isHeld(balance(elder, 'balance'))).toBe(false);
});

test('[W2] an empty treasury has no capacity to hold, and holding none holds nothing', async () => {
  await transaction(ledger.db, async (tx) => {
    expect(await holdCapacity(tx, usd('1'))).toBe(false);
    expect(await isHeld(treasury)).toBe(false);
  });
});

test('[W2] capacity is held where one part of the treasury has all of it, to the micro-dollar', async () => {
  const fresh = await openLedger();
  await fresh.move(null, [entry('funding', 'treasury', '5')]);
  await transaction(fresh.db, async (tx) => {
    expect(await holdCapacity(tx, usd('5.000001'))).toBe(false);
    expect(await holdCapacity(tx, usd('5'))).toBe(true);
    // It is held now: to everybody else there is none, and nobody waits for it.
    expect(await transaction(fresh.db, (other) => holdCapacity(other, usd('5')))).toBe(false);
  });
  expect(await transaction(fresh.db, (tx) => holdCapacity(tx, usd('5')))).toBe(true);
  await fresh.db.close();
});

test('[S7] a promise waits for no part of the treasury while another can pay it', async () => {
  const fresh = await openLedger();
  const ana = await fresh.customer();
  await fresh.move(
    null,
    Array.from({ length: 100 }, () => entry('funding', 'treasury', '1')),
  );
  const holder = new pg.Client({ connectionString: fresh.db.adminUrl });
  await holder.connect();
  await holder.query(
    `BEGIN; SELECT 1 FROM ledger.balances WHERE account_id IN (
       SELECT account_id FROM ledger.balances WHERE account_id BETWEEN 16 AND 31 AND balance >= 1000000
       ORDER BY account_id DESC OFFSET 1
     ) FOR NO KEY UPDATE`,
  );
  await holder.query(`SET LOCAL lock_timeout = '1s'`);
  for (let n = 0; n < 3; n += 1) await fresh.move(ana, [entry('treasury', 'promised', '0.1')]);
  await holder.query('ROLLBACK');
  await holder.end();
  expect(await readBalance(fresh.db, ana, 'promised')).toBe(usd('0.3'));
  await fresh.db.close();
});

test('[S7] what is just being put into the treasury counts for a promise that needs all of it', async () => {
  const ana = await ledger.customer();
  await ledger.move(
    null,
    Array.from({ length: 100 }, () => entry('funding', 'treasury', '1')),
  );
  const funding = `SELECT ledger.post('locks:late', 'test_house', NULL, NULL, now(), '{funding}', '{treasury}', '{50000000}')`;
  const promise = (): Promise<unknown> => ledger.move(ana, [entry('treasury', 'promised', '120')]);
  await whileOpen(funding, promise, async () => {}, 'COMMIT');
  expect(await readBalance(ledger.db, ana, 'promised')).toBe(usd('120'));
  expect(await ledger.audit()).toEqual([]);
});

test.each([
  { part: 16, other: 31, isHeldBefore: false },
  { part: 31, other: 16, isHeldBefore: true },
])(
  '[S7] no promise is too large before all of the treasury has been asked, the lowest part first: $part',
  async (asked) => {
    const row = (id: number): string => `SELECT 1 FROM ledger.balances WHERE account_id = ${id}`;
    const ana = await ledger.customer();
    const promise = async (): Promise<void> => {
      const promised = ledger.move(ana, [entry('treasury', 'promised', '1000000')]);
      await expect(promised).rejects.toMatchObject({ code: 'no_capacity' });
    };
    await whileHeld(row(asked.part), promise, async () => {
      expect(await isHeld(row(asked.other))).toBe(asked.isHeldBefore);
    });
  },
);
