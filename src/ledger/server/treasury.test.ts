import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Micros, usd } from '#money/money.ts';
import { transaction } from '#platform/server/transaction.ts';
import { readBalance, readTreasury } from './account-store.ts';
import { post } from './post.ts';
import { type LedgerWorld, openLedger, entry } from './testing/ledger-world.ts';
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

const fund = (times: number, amount: string): Promise<unknown> =>
  ledger.move(
    null,
    Array.from({ length: times }, () => entry('funding', 'treasury', amount)),
  );

async function readParts(): Promise<bigint[]> {
  const rows = await ledger.db.query<{ balance: bigint }>(
    `SELECT b.balance FROM ledger.balances b JOIN ledger.accounts a ON a.id = b.account_id
     WHERE a.kind = 'treasury' AND b.balance > 0 ORDER BY b.balance DESC`,
  );
  return rows.map((row) => row.balance);
}

const drawn = `SELECT t.from_account, t.amount FROM ledger.transfers t JOIN ledger.accounts a ON a.id = t.from_account
  WHERE a.kind = 'treasury' ORDER BY t.id`;

test('[S7] what the house puts in spreads over all sixteen parts, and all of it can be promised', async () => {
  for (let n = 0; n < 4; n += 1) await fund(100, '1');
  expect(await readParts()).toHaveLength(16);
  expect(await readTreasury(ledger.db)).toBe(usd('400'));
  await ledger.move(ana, [entry('treasury', 'promised', '400')]);
  expect(await readParts()).toEqual([]);
  expect(await readBalance(ledger.db, ana, 'promised')).toBe(usd('400'));
});

test('[S7] a promise that no part can pay alone is drawn on as few as can, the fullest first', async () => {
  await fund(100, '1');
  const parts = await readParts();
  const wanted = usd('60');
  const expected: bigint[] = [];
  for (const part of parts) {
    const left = wanted - expected.reduce((sum, amount) => sum + amount, 0n);
    if (left > 0n) expected.push(left < part ? left : part);
  }
  await ledger.move(ana, [entry('treasury', 'promised', wanted)]);
  const rows = await ledger.db.query<{ amount: bigint }>(drawn);
  expect(rows.map(({ amount }) => amount)).toEqual(expected);
  expect(await readTreasury(ledger.db)).toBe(usd('40'));
  expect(await readBalance(ledger.db, ana, 'promised')).toBe(wanted);
});

test('[S7] a promise may take the last micro-dollar of every part', async () => {
  await fund(5, '0.000001');
  await ledger.move(ana, [entry('treasury', 'promised', '0.000005')]);
  expect(await readTreasury(ledger.db)).toBe(0n);
});

test('[S7] a promise that one part can pay is drawn on that one', async () => {
  await fund(100, '1');
  const [fullest = 0n] = await readParts();
  await ledger.move(ana, [entry('treasury', 'promised', fullest as Micros)]);
  const rows = await ledger.db.query<{ amount: bigint }>(drawn);
  expect(rows.map(({ amount }) => amount)).toEqual([fullest]);
});

test('[W2] whoever pays many in one transaction goes on drawing on the part that they hold', async () => {
  await fund(400, '1');
  await transaction(ledger.db, async (tx) => {
    for (let n = 0; n < 10; n += 1) {
      const entries = [entry('treasury', 'balance', '0.1')];
      await post(tx, { key: `award:${n}`, kind: madeUp('test'), owner: ana, reference: null, entries }, new Date());
    }
  });
  const rows = await ledger.db.query<{ from_account: bigint }>(drawn);
  expect(rows).toHaveLength(10);
  expect(new Set(rows.map(({ from_account }) => from_account)).size).toBe(1);
});

test('[S7] one event that draws on the treasury and gives back to it is a fault: nobody could say what it promised', async () => {
  await fund(1, '10');
  const both = [entry('treasury', 'promised', '1'), entry('promised', 'treasury', '1')];
  await expect(ledger.move(ana, both)).rejects.toMatchObject({ code: 'LB004' });
  expect(await readTreasury(ledger.db)).toBe(usd('10'));
});

test('[S7] what is set free goes back to the treasury', async () => {
  await fund(1, '10');
  await ledger.move(ana, [entry('treasury', 'promised', '4')]);
  await ledger.move(ana, [entry('promised', 'treasury', '4')]);
  expect(await readTreasury(ledger.db)).toBe(usd('10'));
});
