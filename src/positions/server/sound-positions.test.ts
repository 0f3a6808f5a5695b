import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { openWorld, type World } from '#testing/server/world.ts';

let world: World;
let ana: string;
beforeAll(async () => {
  world = await openWorld();
  const investor = await world.investor({ balance: '100' });
  await investor.post('/api/stake', { amount: 10, time_stake: 30 });
  ana = investor.id;
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const sound = {
  amount: '10000000',
  rate: '10000000',
  promised: '1000000',
  started_at: `'2026-03-02'`,
  ends_at: `'2026-04-02'`,
  state: `'running'`,
  closed_at: 'NULL',
  cancel_fee: '40000000',
  operations_seen: 'NULL',
  payouts: 'NULL',
  result: 'NULL',
};

function insert(wrong: Partial<typeof sound>): Promise<unknown> {
  const row = { ...sound, ...wrong };
  return askAsOwner(
    world.db.adminUrl,
    `BEGIN; INSERT INTO positions (id, customer_id, product, ${Object.keys(row).join(', ')})
     VALUES (gen_random_uuid(), '${ana}', 'stake', ${Object.values(row).join(', ')}); ROLLBACK`,
  );
}

const traded = { rate: 'NULL', promised: '0' };
const ended = { state: `'ended'`, closed_at: `'2026-04-02'` };

test('[S7] accepts a sound position, fixed or traded, running or ended', async () => {
  await insert({});
  await insert({ cancel_fee: 'NULL' });
  await insert(traded);
  await insert(ended);
  await insert({ ...traded, ...ended, operations_seen: '3', payouts: '-1', result: '-10000000' });
});

test.each<[what: string, constraint: string, wrong: Partial<typeof sound>]>([
  ['of nothing', 'something_is_invested', { amount: '0' }],
  ['that ends as it starts', 'a_position_ends_after_it_starts', { ends_at: `'2026-03-02'` }],
  ['that promises less than nothing', 'a_promise_is_not_negative', { promised: '-1' }],
  ['without a rate that promises', 'a_fixed_yield_promises', { rate: 'NULL' }],
  ['with a rate that promises nothing', 'a_fixed_yield_promises', { promised: '0' }],
  ['at a rate of nothing', 'a_rate_is_positive', { rate: '0' }],
  ['with a fee above the amount', 'a_cancel_fee_is_a_part', { cancel_fee: '100000001' }],
  ['with a fee below nothing', 'a_cancel_fee_is_a_part', { cancel_fee: '-1' }],
  ['in a state that there is not', 'state_is_known', { ...ended, state: `'lost'` }],
  ['that has ended at no moment', 'an_end_is_whole', { state: `'ended'` }],
  ['that runs and is closed', 'an_end_is_whole', { closed_at: `'2026-04-02'` }],
  [
    'that lost more than its amount',
    'no_more_is_lost_than_the_amount',
    { ...traded, ...ended, operations_seen: '3', payouts: '-1', result: '-10000001' },
  ],
  ['traded, ended and without a result', 'a_result_is_of_an_ended_traded_position', { ...traded, ...ended }],
  ['that runs and has a result', 'a_result_is_of_an_ended_traded_position', { ...traded, result: '1' }],
])('[S7] not even the database owner can store a position %s', async (_what, constraint, wrong) => {
  await expect(insert(wrong)).rejects.toMatchObject({ code: '23514', constraint });
});

test.each([
  ['a state that there is not', 'state_is_known', `state = 'lost', closed_at = now()`],
  ['an end at no moment', 'an_end_is_whole', `state = 'ended'`],
  ['an end without ending', 'an_end_is_whole', `closed_at = now()`],
  [
    'a result that only a traded one has',
    'a_result_is_of_an_ended_traded_position',
    `state = 'ended', closed_at = now(), operations_seen = 1, payouts = 1, result = 1`,
  ],
])('[S7] a running position cannot be changed to %s', async (_what, constraint, change) => {
  const changed = askAsOwner(world.db.adminUrl, `UPDATE positions SET ${change} WHERE customer_id = '${ana}'`);
  await expect(changed).rejects.toMatchObject({ code: '23514', constraint });
});
