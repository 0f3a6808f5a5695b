import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LedgerWorld, openLedger, entry } from './testing/ledger-world.ts';

let ledger: LedgerWorld;
let ana: string;
beforeAll(async () => {
  ledger = await openLedger();
  ana = await ledger.customer('100');
});
afterAll(() => ledger.db.close());

const account = (kind: string): string =>
  `(SELECT id FROM ledger.accounts WHERE kind = '${kind}' AND coalesce(owner, '${ana}') = '${ana}' LIMIT 1)`;
const journal = '(SELECT min(id) FROM ledger.journals)';
const transferring = (from: string, to: string, amount: number, of = journal): string =>
  `INSERT INTO ledger.transfers (journal_id, from_account, to_account, amount, happened_at)
   VALUES (${of}, ${from}, ${to}, ${amount}, now())`;
const journalling = (key: string): string =>
  `INSERT INTO ledger.journals (key, kind, happened_at) VALUES (${key}, 'test', now())`;

test.each<[what: string, rule: string, statement: () => string]>([
  ['an account of a kind that there is not', 'account_kind_is_known', () => opening('petty_cash')],
  [
    'a house account that belongs to a customer',
    'customers_own_customer_accounts',
    () => opening('fees', { owner: ana }),
  ],
  ['a customer account that belongs to nobody', 'customers_own_customer_accounts', () => opening('vault')],
  ['a part of anything but the treasury', 'only_the_treasury_is_split', () => opening('funding', { shard: 3 })],
  ['a treasury that is whole', 'only_the_treasury_is_split', () => opening('treasury')],
  ['a customer’s second balance', 'one_account_of_a_kind_per_customer', () => opening('balance', { owner: ana })],
  ['a second account for fees', 'one_house_account_of_a_kind', () => opening('fees')],
  ['the same part of the treasury twice', 'one_treasury_account_per_shard', () => opening('treasury', { shard: 15 })],
  ['a balance of no account', 'balances_account_id_fkey', () => `INSERT INTO ledger.balances (account_id) VALUES (5)`],
  [
    'a balance below zero',
    'balance_never_below_zero',
    () => `UPDATE ledger.balances SET balance = -1 WHERE account_id = ${account('balance')}`,
  ],
  ['an event without a name', 'journal_key_is_short', () => journalling(`''`)],
  ['an event with a name of 201 letters', 'journal_key_is_short', () => journalling(`repeat('x', 201)`)],
  ['an event twice', 'an_event_is_posted_once', () => journalling(`(SELECT max(key) FROM ledger.journals)`)],
  ['a transfer of nothing', 'amount_is_positive', () => transferring(account('balance'), account('staked'), 0)],
  ['a transfer of less', 'amount_is_positive', () => transferring(account('balance'), account('staked'), -1)],
  [
    'a transfer from an account to itself',
    'money_moves_between_two_accounts',
    () => transferring(account('balance'), account('balance'), 1),
  ],
  ['a transfer of no event', 'transfers_journal_id_fkey', () => transferring('1', '2', 1, '0')],
  ['a transfer from no account', 'transfers_from_account_fkey', () => transferring('5', '1', 1)],
  ['a transfer to no account', 'transfers_to_account_fkey', () => transferring('1', '5', 1)],
])('[R2] %s cannot be written, whoever writes it (%s)', async (_what, constraint, statement) => {
  await expect(ledger.asOwner(statement())).rejects.toMatchObject({ constraint });
});

function opening(kind: string, { owner, shard }: { owner?: string; shard?: number } = {}): string {
  return `INSERT INTO ledger.accounts (kind, owner, shard)
    VALUES ('${kind}', ${owner ? `'${owner}'` : 'NULL'}, ${shard ?? 'NULL'})`;
}

test('[R2] an event may be named with 200 letters', async () => {
  const key = 'x'.repeat(200);
  await ledger.move(ana, [entry('balance', 'fees', '1')], key);
  const rows = await ledger.db.query<{ key: string }>('SELECT key FROM ledger.journals WHERE key = $1', [key]);
  expect(rows).toEqual([{ key }]);
});

test('[R2] not even the owner of the database drops a balance', async () => {
  for (const statement of ['DELETE FROM ledger.balances', 'TRUNCATE ledger.balances']) {
    await expect(ledger.asOwner(statement)).rejects.toMatchObject({ code: 'LB003' });
  }
});

test('[R2] the product reaches the ledger through its own doors alone', async () => {
  for (const call of [
    `ledger.move(1000, 5)`,
    `ledger.draw_on_treasury(5)`,
    `ledger.take_shard(5)`,
    `ledger.find_account('fees', NULL)`,
  ]) {
    await expect(ledger.db.query(`SELECT ${call}`)).rejects.toMatchObject({ code: '42501' });
  }
});
