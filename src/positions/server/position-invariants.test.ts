import { afterEach, beforeEach, expect, test } from 'vitest';
import { usd } from '#money/money.ts';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { openWorld, type World } from '#testing/server/world.ts';
import { manyCustomers, openForAll } from './testing/many-customers.ts';

/** Controls: the audit at the end of every test does find errors when there are any. */
let world: World;
beforeEach(async () => {
  world = await openWorld();
  const [ana] = (await manyCustomers(world, 1, '1000')) as [string];
  await openForAll(world, [ana], usd('100'));
  world.forward(30);
  await world.settle();
  await openForAll(world, [ana], usd('50'));
  expect(await world.audit()).toEqual([]);
});
afterEach(() => world.close());

const journals = /exactly the journals that its state demands/;
const backing = /stands behind stake_(opened|matured) is exactly/;
const invested = /invested is the sum of their running positions/;

const change = (state: string, what: string): string => `UPDATE positions SET ${what} WHERE state = '${state}'`;

test.each([
  [
    'a position that was never paid',
    change('running', `state = 'ended', closed_at = ends_at`),
    [journals, backing, invested],
  ],
  [
    'one that was paid, and runs again',
    change('ended', `state = 'running', closed_at = NULL`),
    [journals, backing, invested],
  ],
  [
    'one that was paid twice',
    `SELECT ledger.post_one('stake:again', 'stake_matured', customer_id, id, now(), '{invested,promised}', '{balance,balance}',
      ARRAY[amount, promised]) FROM positions WHERE state = 'running'`,
    [backing, invested],
  ],
  ['one of which the ledger knows nothing', change('running', 'amount = amount + 1'), [backing, invested]],
  ['one that nobody has', 'DELETE FROM positions', [/every position in the ledger is a position/, backing]],
  [
    'one of somebody who is no customer',
    `UPDATE positions SET customer_id = '00000000-0000-4000-8000-000000000009'`,
    [/every position is a customer’s/],
  ],
  [
    'one of a product that there is not',
    `UPDATE positions SET product = 'testless'`,
    [/every position is a customer’s/],
  ],
  [
    'a promise that is not the agreed rate',
    change('running', 'rate = rate + 1000000'),
    [/rounded down to the micro-dollar/],
  ],
  [
    'a product that the registry does not know',
    `SELECT add_product('unheard', 'fixed', 'balance', false)`,
    [/are those of the registry/],
  ],
  [
    'a product that takes its money from elsewhere',
    `UPDATE products SET source = 'zord' WHERE product = 'stake'`,
    [/are those of the registry/],
  ],
])('[S7] the audit finds %s', async (_what, spoil, rules) => {
  await askAsOwner(world.db.adminUrl, `SET session_replication_role = replica; ${spoil}`);
  const found = (await world.audit()).map((finding) => finding.rule).join('\n');
  for (const rule of rules) expect(found).toMatch(rule);
});
