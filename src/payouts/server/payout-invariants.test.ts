import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CopytradeWorld, openCopytradeWorld } from '#testing/server/copytrade-world.ts';
import { botOwner } from '#testing/server/bot-owner.ts';

/** Controls: the audit that every test ends with does find what is wrong when something is. */
let world: CopytradeWorld;
beforeEach(async () => {
  world = await openCopytradeWorld();
  const ana = await botOwner(world, { balance: '250', wallet: 50 });
  await ana.post('/api/copytrade', { amount: 100 });
  await world.operation('3');
  world.forward(30);
  await world.settle();
  await ana.post('/api/copytrade', { amount: 50 });
  await ana.post('/api/bot/invest', { amount: 50 });
  await world.operation('1');
  expect(await world.audit()).toEqual([]);
});
afterEach(() => world.close());

const paidTwice = `SELECT ledger.post('copytrade:again', 'copytrade_expired', customer_id, id, now(), ARRAY['trading'],
  ARRAY['balance'], ARRAY[1::bigint]) FROM copytrade_licences WHERE status = 'expired'`;

test.each([
  ['an index that is off', 'UPDATE payout_index SET total = total + 1', /payout index is the running sum/],
  [
    'a moment missing in the index',
    'DELETE FROM payout_index WHERE happened_at < now()',
    /payout index is the running sum/,
  ],
  [
    'a feed that has lost count',
    'UPDATE payout_feeds SET last_number = last_number + 1',
    /numbered from one without a gap/,
  ],
  [
    'a payment from operations that nobody knew',
    `UPDATE copytrade_licences SET operations_seen = 0 WHERE status = 'expired'`,
    /exactly the operations/,
  ],
  [
    'a result that is off by a micro-dollar',
    `UPDATE copytrade_licences SET result = result + 1 WHERE status = 'expired'`,
    /to the micro-dollar, and loses/,
  ],
  ['a licence that was paid twice', paidTwice, /journals its status demands/],
  [
    'a licence that the ledger knows nothing of',
    `UPDATE copytrade_licences SET amount = amount + 1 WHERE status = 'active'`,
    /sum of their active licences/,
  ],
  [
    'an investment that is larger than what is blocked',
    'UPDATE bot_investments SET amount = amount + 1',
    /sum of the running investments/,
  ],
  ['a bot that nobody paid for', `UPDATE customers SET has_bot = NOT has_bot`, /paid its fee exactly once/],
])('[H3] the audit finds %s', async (_what, spoil, rule) => {
  await world.db.query(spoil);
  expect((await world.audit()).map((finding) => finding.rule).join('\n')).toMatch(rule);
});
