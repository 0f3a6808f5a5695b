import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CopytradeWorld, openCopytradeWorld } from '#testing/server/copytrade-world.ts';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { botOwner } from '#testing/server/bot-owner.ts';

/** Controls: proves that the audit which ends every test detects errors. */
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

const ended = (change: string): string =>
  `SET session_replication_role = replica; UPDATE positions SET ${change} WHERE product = 'copytrade' AND state = 'ended'`;

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
    'an operation put aside without its import',
    'INSERT INTO withdrawn_operations SELECT * FROM operations WHERE number = 1',
    /withdrawn whole/,
  ],
  ['a payment from operations that nobody knew', ended('operations_seen = 0'), /exactly the operations/],
  ['a result that is off by a micro-dollar', ended('result = result + 1'), /to the micro-dollar, and loses/],
])('[H3] the audit finds %s', async (_what, spoil, rule) => {
  await askAsOwner(world.db.adminUrl, spoil);
  expect((await world.audit()).map((finding) => finding.rule).join('\n')).toMatch(rule);
});
