import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { usd } from '#money/money.ts';
import { transaction } from '#database/server/transaction.ts';
import { readBalance } from './account-store.ts';
import { holdAccounts } from './hold.ts';
import { entry, type LedgerWorld, openLedger } from './testing/ledger-world.ts';
import { isHeld, whileOpen } from './testing/while-held.ts';

let ledger: LedgerWorld;
let lower: string;
let higher: string;
beforeAll(async () => void (ledger = await openLedger()));
/** Two customers, who are locked in the order of their ids. */
beforeEach(async () => {
  const one = randomUUID();
  [lower, higher] = [`0${one.slice(1)}`, `f${one.slice(1)}`];
  for (const owner of [lower, higher])
    await ledger.move(owner, [entry('brokerage', 'balance', '100'), entry('funding', 'treasury', '10')]);
});
afterAll(() => ledger.db.close());

const accounts = (owner: string): string => `SELECT 1 FROM ledger.accounts WHERE owner = '${owner}'`;
const treasury = 'SELECT 1 FROM ledger.treasury';
const holding = (rows: string): string => `${rows} FOR NO KEY UPDATE`;

test('[S7] a journal locks the customer’s accounts, a single row, before the treasury', async () => {
  const promise = () => ledger.move(lower, [entry('treasury', 'promised', '1'), entry('balance', 'invested', '1')]);
  await whileOpen(ledger, holding(treasury), promise, {
    look: async () => expect(await isHeld(ledger, accounts(lower))).toBe(true),
  });
  await whileOpen(ledger, holding(accounts(lower)), promise, {
    look: async () => expect(await isHeld(ledger, treasury)).toBe(false),
  });
});

test('[S7] a journal that does not touch the treasury does not wait for it', async () => {
  const holder = new pg.Client({ connectionString: ledger.db.adminUrl });
  await holder.connect();
  await holder.query(`BEGIN; ${holding('SELECT 1 FROM ledger.treasury')}`);
  await ledger.move(lower, [entry('balance', 'held', '1')]);
  await holder.query('ROLLBACK');
  await holder.end();
});

test('[W2] paying many customers locks them in the order of their ids', async () => {
  const hold = () => transaction(ledger.db, (tx) => holdAccounts(tx, [higher, lower]));
  await whileOpen(ledger, holding(accounts(higher)), hold, {
    look: async () => expect(await isHeld(ledger, accounts(lower))).toBe(true),
  });
  await whileOpen(ledger, holding(accounts(lower)), hold, {
    look: async () => expect(await isHeld(ledger, accounts(higher))).toBe(false),
  });
});

test('[W2] held customers stay locked until the end, and nobody else is locked', async () => {
  await transaction(ledger.db, async (tx) => {
    await holdAccounts(tx, [lower]);
    expect(await isHeld(ledger, accounts(lower))).toBe(true);
    expect(await isHeld(ledger, accounts(higher))).toBe(false);
  });
  expect(await isHeld(ledger, accounts(lower))).toBe(false);
});

test('[W2] settling for many skips those whom somebody else has locked', async () => {
  await transaction(ledger.db, async (tx) => {
    await holdAccounts(tx, [lower]);
    const free = await ledger.db.query('SELECT ledger.hold_free_accounts($1) AS owners', [[lower, higher]]);
    expect(free).toEqual([{ owners: [higher] }]);
  });
});

test('[S7] a promise waits for no part of the treasury that somebody else holds', async () => {
  const holder = new pg.Client({ connectionString: ledger.db.adminUrl });
  await holder.connect();
  // Which part has how much depends on the connections that were used before.
  await holder.query(`UPDATE ledger.treasury SET balance = CASE part WHEN 11 THEN whole ELSE 0 END
    FROM (SELECT sum(balance) AS whole FROM ledger.treasury) AS together`);
  await holder.query(`BEGIN; ${holding(`SELECT 1 FROM ledger.treasury WHERE part <> 11`)}`);
  await ledger.move(lower, [entry('treasury', 'promised', '0.1')]);
  await holder.query('ROLLBACK');
  await holder.end();
  expect(await readBalance(ledger.db, lower, 'promised')).toBeGreaterThanOrEqual(usd('0.1'));
});

test('[S7] two concurrent journals of a customer are posted one after the other', async () => {
  const posting = `SELECT ledger.post_one('locks:${lower}', 'test', '${lower}', NULL, now(), '{balance}', '{held}', '{1000000}')`;
  const move = () => ledger.move(lower, [entry('balance', 'held', '1')]);
  const { number } = await whileOpen(ledger, posting, move, { ending: 'COMMIT' });
  expect(number).toBe(3n);
  expect(await ledger.audit()).toEqual([]);
});
