import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sql } from '#platform/server/database.ts';
import { auditBooks, ledgerInvariants } from './audit-books.ts';
import { type LedgerWorld, openLedger, entry } from './testing/ledger-world.ts';

let ledger: LedgerWorld;
let owner: pg.Client;
beforeAll(async () => {
  ledger = await openLedger();
  const ana = await ledger.customer('100');
  const bia = await ledger.customer('20');
  await ledger.move(null, [entry('funding', 'treasury', '50')]);
  await ledger.move(ana, [entry('balance', 'staked', '30'), entry('treasury', 'promised', '3')]);
  await ledger.move(ana, [entry('staked', 'fees', '12'), entry('staked', 'balance', '18')], 'audit:ended');
  await ledger.move(ana, [entry('balance', 'copytrade', '10'), entry('copytrade', 'trading', '1')]);
  await ledger.move(ana, [entry('trading', 'balance', '2'), entry('fees', 'balance', '0.5')]);
  await ledger.move(bia, [entry('balance', 'held', '5'), entry('held', 'brokerage', '4.9')]);
  owner = new pg.Client({ connectionString: ledger.db.adminUrl });
  await owner.connect();
  await owner.query(`SET session_replication_role = replica`);
});
afterAll(async () => {
  await owner.end();
  await ledger.db.close();
});

/** What the audit finds after somebody with the database's own password has been at the books; nothing of it stays. */
async function findingsAfter(tampering: string): Promise<{ rule: string; where: string }[]> {
  const sql: Sql = { query: async (text) => (await owner.query(text)).rows };
  await owner.query('BEGIN');
  try {
    await owner.query(tampering);
    return await auditBooks(sql, ledgerInvariants);
  } finally {
    await owner.query('ROLLBACK');
  }
}

const balanceOf = (kind: string): string =>
  `account_id = (SELECT min(id) FROM ledger.accounts WHERE kind = '${kind}' AND owner IS NOT NULL)`;
const lastInto = (kind: string): string =>
  `id = (SELECT max(t.id) FROM ledger.transfers t JOIN ledger.accounts a ON a.id = t.to_account WHERE a.kind = '${kind}')`;
const lastFrom = (kind: string): string => lastInto(kind).replace('t.to_account', 't.from_account');

test('[R1] books that nobody has been at balance', async () => {
  expect(await findingsAfter('SELECT')).toEqual([]);
});

test.each<[what: string, tampering: string, rules: string[]]>([
  [
    'a balance with a micro-dollar more',
    `UPDATE ledger.balances SET balance = balance + 1 WHERE ${balanceOf('balance')}`,
    ['every stored balance equals the sum of its transfers', 'money in = money out + money held'],
  ],
  [
    'a balance of an account that nothing ever came to',
    `UPDATE ledger.balances SET balance = 1 WHERE ${balanceOf('zord')}`,
    ['every stored balance equals the sum of its transfers', 'money in = money out + money held'],
  ],
  [
    'a balance below zero',
    `ALTER TABLE ledger.balances DROP CONSTRAINT balance_never_below_zero;
     UPDATE ledger.balances SET balance = -1 WHERE ${balanceOf('vault')}`,
    [
      'every stored balance equals the sum of its transfers',
      'no customer and no shard of the treasury is below zero',
      'money in = money out + money held',
    ],
  ],
  [
    'a wrong balance after what came',
    `UPDATE ledger.transfers SET to_balance = to_balance + 1 WHERE ${lastInto('staked')}`,
    ['the balance after each transfer follows from the one before'],
  ],
  [
    'a wrong balance after what went',
    `UPDATE ledger.transfers SET from_balance = from_balance + 1 WHERE ${lastFrom('copytrade')}`,
    ['the balance after each transfer follows from the one before'],
  ],
  [
    'no balance after what came',
    `UPDATE ledger.transfers SET to_balance = NULL WHERE ${lastInto('promised')}`,
    ['accounts that may not go below zero have a running balance on every transfer'],
  ],
  [
    'no balance after what went',
    `UPDATE ledger.transfers SET from_balance = NULL WHERE ${lastFrom('held')}`,
    ['accounts that may not go below zero have a running balance on every transfer'],
  ],
  [
    'a transfer less than the balance has been through',
    `UPDATE ledger.balances SET version = version + 1 WHERE ${balanceOf('staked')}`,
    ['the version of a balance counts its transfers'],
  ],
  [
    'an event that moved nothing',
    `INSERT INTO ledger.journals (key, kind, happened_at) VALUES ('audit:nothing', 'test', now())`,
    ['every event moved something'],
  ],
  [
    'somebody else’s event',
    `UPDATE ledger.journals SET owner = gen_random_uuid() WHERE key = 'audit:ended'`,
    ['a customer account moves only in that customer’s events'],
  ],
  [
    'nobody’s event',
    `UPDATE ledger.journals SET owner = NULL WHERE key = 'audit:ended'`,
    ['a customer account moves only in that customer’s events'],
  ],
])('[R1] the audit finds %s', async (_what, tampering, rules) => {
  const found = await findingsAfter(tampering);
  expect([...new Set(found.map(({ rule }) => rule))].toSorted()).toEqual([...rules].toSorted());
  for (const { where } of found) expect(where).toMatch(/^(account|transfer|journal|off by) \S/);
});

test('[R1] a finding says where, and by how much', async () => {
  const [wrong, off] = await findingsAfter(
    `UPDATE ledger.balances SET balance = balance + 1 WHERE ${balanceOf('balance')}`,
  );
  expect(wrong?.where).toMatch(/^account \d+ holds 80500001, its transfers say 80500000$/);
  expect(off).toEqual({ rule: 'money in = money out + money held', where: 'off by -1' });
});
