import { afterAll, beforeAll, expect, test } from 'vitest';
import { entry, type LedgerWorld, openLedger } from './testing/ledger-world.ts';

let ledger: LedgerWorld;
let ana: string;
beforeAll(async () => {
  ledger = await openLedger();
  ana = await ledger.customer('100');
});
afterAll(() => ledger.db.close());

const journalling = (key: string, { number = 100, amounts = '{1}', at = 'now()', balance = '0' } = {}): string =>
  `INSERT INTO ledger.journals (owner, number, key, kind, amounts, happened_at, hash, balance, held, invested, promised, zord)
   VALUES ('${ana}', ${number}, ${key}, 'test', '${amounts}', ${at}, '', ${balance}, 0, 0, 0, 0)`;
const below = (account: string): string => `UPDATE ledger.accounts SET ${account} = -1 WHERE owner = '${ana}'`;

test.each<[what: string, rule: string, statement: () => string]>([
  ['a balance below zero', 'accounts_never_below_zero', () => below('balance')],
  ['money held below zero', 'accounts_never_below_zero', () => below('held')],
  ['less than nothing invested', 'accounts_never_below_zero', () => below('invested')],
  ['a promise below zero', 'accounts_never_below_zero', () => below('promised')],
  ['a bot’s wallet below zero', 'accounts_never_below_zero', () => below('zord')],
  [
    'a treasury below zero',
    'treasury_never_below_zero',
    () => 'UPDATE ledger.treasury SET balance = -1 WHERE part = 3',
  ],
  ['a customer’s second accounts', 'accounts_pkey', () => `INSERT INTO ledger.accounts (owner) VALUES ('${ana}')`],
  ['an event without a name', 'journal_key_is_short', () => journalling(`''`)],
  ['an event with a name of 201 letters', 'journal_key_is_short', () => journalling(`repeat('x', 201)`)],
  [
    'an event twice',
    'an_event_is_posted_once',
    () => journalling(`(SELECT max(key) FROM ledger.journals WHERE owner = '${ana}')`),
  ],
  [
    'two events in one place',
    'journals_pkey',
    () =>
      journalling(`'another'`, {
        number: 1,
        at: `(SELECT happened_at FROM ledger.journals WHERE owner = '${ana}' AND number = 1)`,
      }),
  ],
  ['an event of nothing', 'amount_is_positive', () => journalling(`'x'`, { amounts: '{0,0}' })],
  ['an event without amounts', 'amount_is_positive', () => journalling(`'x'`, { amounts: '{}' })],
  ['an amount below zero', 'amount_is_positive', () => journalling(`'x'`, { amounts: '{1,-1}' })],
  ['an amount that is none', 'amount_is_positive', () => journalling(`'x'`, { amounts: '{1,NULL}' })],
  [
    'a kind whose money stays in its account',
    'money_moves_between_two_accounts',
    () =>
      `INSERT INTO ledger.kinds (kind, owned, referenced, legs, required) VALUES ('in_place', true, true, '{balance>fees,balance>balance}', '{}')`,
  ],
])('[R2] %s cannot be written, whoever writes it (%s)', async (_what, constraint, statement) => {
  await expect(ledger.asOwner(statement())).rejects.toMatchObject({ constraint });
});

test('[R2] the key of an event may have 200 characters', async () => {
  const key = 'x'.repeat(200);
  await ledger.move(ana, [entry('balance', 'fees', '1')], key);
  const rows = await ledger.db.query<{ key: string }>('SELECT key FROM ledger.journals WHERE key = $1', [key]);
  expect(rows).toEqual([{ key }]);
});

test.each(['accounts', 'treasury', 'journals'])(
  '[R2] not even the owner of the database can delete %s',
  async (table) => {
    for (const statement of [`DELETE FROM ledger.${table}`, `TRUNCATE ledger.${table} CASCADE`])
      await expect(ledger.asOwner(statement)).rejects.toMatchObject({ code: 'LB003' });
  },
);

test('[R2] the product reaches the ledger only through its public functions', async () => {
  for (const call of [
    `lock_accounts('${ana}')`,
    `refuse_kind('test', true, NULL, '{}')`,
    `add_kind('gift', '{funding>balance}')`,
    `retire_kind('test')`,
  ])
    await expect(ledger.db.query(`SELECT ledger.${call}`)).rejects.toMatchObject({ code: '42501' });
});
