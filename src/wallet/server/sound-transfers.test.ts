import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWalletWorld, type WalletWorld } from '#testing/server/wallet-world.ts';

let world: WalletWorld;
let deposit: string;

beforeAll(async () => {
  world = await openWalletWorld();
  deposit = (await world.deposit(await world.investor())).Id;
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const wrong: [becomes: string, violated: string][] = [
  ['amount = 0', 'transferred_amount_is_positive'],
  ['rate = 0', 'exchange_rate_is_positive'],
  ['fee = -1', 'fee_is_not_negative'],
  ['net = 0', 'settled_amount_is_positive'],
  ['fee_rate = 100000001', 'a_fee_rate_is_a_part'],
  [`direction = 'gift'`, 'direction_is_known'],
  [`currency = 'eur'`, 'currency_is_known'],
  [`decision = 'perhaps'`, 'decision_is_known'],
  [`state = 'lost'`, 'transfer_state_is_known'],
  [`needs_approval = true, waits_because = 'weather'`, 'why_a_withdrawal_waits_is_known'],
  [`state = 'settled', due_at = NULL`, 'only_an_ended_transfer_has_an_end'],
  ['due_at = NULL', 'work_waits_for_approval_and_ends_with_the_transfer'],
  [`state = 'held'`, 'a_withdrawal_is_held_and_a_deposit_is_not'],
  [`direction = 'withdrawal'`, 'a_withdrawal_is_held_and_a_deposit_is_not'],
  [`needs_approval = true, waits_because = 'over_limit'`, 'only_a_withdrawal_needs_approval'],
  [`waits_because = 'over_limit'`, 'whoever_waits_is_told_why'],
  [`decision = 'approved'`, 'nothing_is_sent_without_its_approval'],
  [`direction = 'withdrawal', state = 'awaiting_approval', due_at = NULL`, 'nothing_is_sent_without_its_approval'],
  [
    `direction = 'withdrawal', state = 'held', needs_approval = true, waits_because = 'over_limit'`,
    'nothing_is_sent_without_its_approval',
  ],
  [
    `direction = 'withdrawal', state = 'held', needs_approval = true, waits_because = 'over_limit', decision = 'refused'`,
    'nothing_is_sent_without_its_approval',
  ],
  [`direction = 'withdrawal', state = 'held', decision = 'refused'`, 'nothing_is_sent_without_its_approval'],
  [`state = 'returned', ended_at = now(), due_at = NULL, decision = 'refused'`, 'nothing_is_sent_without_its_approval'],
  [
    `direction = 'withdrawal', state = 'awaiting_approval', due_at = NULL, needs_approval = true, waits_because = 'over_limit',
      decision = 'approved'`,
    'nothing_is_sent_without_its_approval',
  ],
];

test.each(wrong)('[F4] a transfer cannot become %s: %s', async (becomes, constraint) => {
  const change = world.db.query(`UPDATE broker_transfers SET ${becomes} WHERE id = $1`, [deposit]);
  await expect(change).rejects.toMatchObject({ code: '23514', constraint, table: 'broker_transfers' });
});

test('[F4] an invalid transfer is not stored, nor a step of it', async () => {
  const written = world.db.query(
    `INSERT INTO broker_transfers (id, customer_id, direction, amount, currency, rate, fee, net, state, created_at)
     SELECT gen_random_uuid(), customer_id, direction, -amount, currency, rate, fee, net, state, created_at
     FROM broker_transfers WHERE id = $1`,
    [deposit],
  );
  await expect(written).rejects.toMatchObject({ code: '23514', constraint: 'transferred_amount_is_positive' });
  expect(await world.db.query('SELECT DISTINCT transfer_id FROM transfer_steps')).toHaveLength(1);
});
