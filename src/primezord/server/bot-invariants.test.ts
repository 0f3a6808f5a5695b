import { afterAll, beforeAll, expect, test } from 'vitest';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { botOwner } from '#testing/server/bot-owner.ts';
import { openWorld, type World } from '#testing/server/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  const ana = await botOwner(world, { wallet: 100 });
  await ana.post('/api/bot/invest', { amount: 25 });
  await ana.post('/api/bot/withdraw', { amount: 50 });
});
afterAll(() => world.close());

const paidOnce = 'whoever has the bot paid its fee exactly once, and nobody else did';
const hasIt = 'whoever invests with the bot or moves money to it has it since before';

/** Each case is a plausible bug: the audit must report it, and report nothing once it is undone. */
test.each([
  [
    'a fee that was not paid',
    'UPDATE bot_subscriptions SET fee = fee + 1',
    'UPDATE bot_subscriptions SET fee = fee - 1',
    [paidOnce, 'what stands behind primezord_subscribed is exactly what it moved'],
  ],
  [
    'a bot that nobody paid for',
    `INSERT INTO bot_subscriptions (customer_id, fee, subscribed_at)
     SELECT '00000000-0000-4000-8000-000000000001', fee, subscribed_at FROM bot_subscriptions`,
    `DELETE FROM bot_subscriptions WHERE customer_id = '00000000-0000-4000-8000-000000000001'`,
    [paidOnce],
  ],
  [
    'a bot that came after what was done with it',
    `UPDATE bot_subscriptions SET subscribed_at = subscribed_at + interval '1 day'`,
    `UPDATE bot_subscriptions SET subscribed_at = subscribed_at - interval '1 day'`,
    [hasIt],
  ],
  [
    'a deposit that is not what was moved',
    `UPDATE bot_moves SET amount = amount + 1 WHERE direction = 'deposited'`,
    `UPDATE bot_moves SET amount = amount - 1 WHERE direction = 'deposited'`,
    ['what stands behind primezord_deposited is exactly what it moved'],
  ],
  [
    'a withdrawal that never was',
    `INSERT INTO bot_moves (id, customer_id, direction, amount, moved_at)
     SELECT '00000000-0000-4000-8000-000000000002', customer_id, 'withdrawn', 1, moved_at FROM bot_moves LIMIT 1`,
    `DELETE FROM bot_moves WHERE id = '00000000-0000-4000-8000-000000000002'`,
    ['what stands behind primezord_withdrawn is exactly what it moved'],
  ],
  [
    'an investment that is larger than what is blocked',
    `UPDATE positions SET amount = amount + 1`,
    `UPDATE positions SET amount = amount - 1`,
    ['what stands behind primezord_opened is exactly what it moved'],
  ],
])('[Z1] [Z4] the audit finds %s', async (_bug, seed, undo, rules) => {
  expect(await world.audit()).toEqual([]);
  await spoil(seed);
  expect((await world.audit()).map((finding) => finding.rule)).toEqual(expect.arrayContaining(rules));
  await spoil(undo);
  expect(await world.audit()).toEqual([]);
});

/** Bypasses the triggers that protect what has happened. */
async function spoil(statement: string): Promise<void> {
  await askAsOwner(world.db.adminUrl, `SET session_replication_role = replica; ${statement}`);
}
