import type { TestInvestor } from '#testing/server/world.ts';
import { addDays } from '#platform/clock.ts';
import { subscribeToAll } from '../shared/actors.ts';
import type { Ground } from './open-ground.ts';

/** One position of each product for each customer: what it is, and the journal that opened it. */
const openings = [
  `WITH opened AS (
     INSERT INTO stakes (id, customer_id, amount, rate, promised_profit, days, started_at, ends_at)
     SELECT gen_random_uuid(), id, 10000000, 10000000, 1000000, 30, $2::timestamptz, $3::timestamptz
     FROM unnest($1::uuid[]) AS id RETURNING *)
   SELECT count(*) FILTER (WHERE p.posted) AS opened FROM opened o, LATERAL ledger.post('stake:' || o.id || ':opened',
     'stake_opened', o.customer_id, o.id, o.started_at, ARRAY['balance', 'treasury'], ARRAY['staked', 'promised'],
     ARRAY[o.amount, o.promised_profit]) p`,
  `WITH opened AS (
     INSERT INTO vault_investments (id, customer_id, amount, rate, promised_profit, started_at, ends_at)
     SELECT gen_random_uuid(), id, 100000000, 30000000, 30000000, $2::timestamptz, $3::timestamptz
     FROM unnest($1::uuid[]) AS id RETURNING *)
   SELECT count(*) FILTER (WHERE p.posted) AS opened FROM opened o, LATERAL ledger.post('vault:' || o.id || ':opened',
     'vault_opened', o.customer_id, o.id, o.started_at, ARRAY['balance', 'treasury'], ARRAY['vault', 'promised'],
     ARRAY[o.amount, o.promised_profit]) p`,
  `WITH opened AS (
     INSERT INTO copytrade_licences (id, customer_id, amount, started_at, ends_at)
     SELECT gen_random_uuid(), id, 50000000, $2::timestamptz, $3::timestamptz FROM unnest($1::uuid[]) AS id RETURNING *)
   SELECT count(*) FILTER (WHERE p.posted) AS opened FROM opened o, LATERAL ledger.post('copytrade:' || o.id || ':opened',
     'copytrade_opened', o.customer_id, o.id, o.started_at, ARRAY['balance'], ARRAY['copytrade'], ARRAY[o.amount]) p`,
  `WITH opened AS (
     INSERT INTO bot_investments (id, customer_id, amount, started_at, ends_at)
     SELECT gen_random_uuid(), id, 25000000, $2::timestamptz, $3::timestamptz FROM unnest($1::uuid[]) AS id RETURNING *)
   SELECT count(*) FILTER (WHERE p.posted) AS opened FROM opened o, LATERAL ledger.post('bot:' || o.id || ':invested',
     'bot_invested', o.customer_id, o.id, o.started_at, ARRAY['zord'], ARRAY['zord_blocked'], ARRAY[o.amount]) p`,
];

/** Days after which every position falls due, all in one moment. */
export const termDays = 30;

/** Every tenth begins a line of four who brought each other; all have accepted the vault's terms, and the bot with 1,000. */
export async function makeOwners(ground: Ground, count: number): Promise<TestInvestor[]> {
  const owners: TestInvestor[] = [];
  for (let n = 0; n < count; n += 1) {
    const above = n % 10 > 0 && n % 10 < 4 ? owners[n - 1] : undefined;
    const owner = await ground.investor({ balance: '10000', ...(above && { broughtBy: above }) });
    await subscribeToAll(owner);
    await owner.post('/api/bot/deposit', { amount: 1000 });
    owners.push(owner);
  }
  return owners;
}

/** So many positions of each of the four products for each owner, through the ledger's own function, in bulk. */
export async function fillPositions(ground: Ground, owners: readonly TestInvestor[], ofEach: number): Promise<number> {
  const ids = owners.map(({ id }) => id);
  let opened = 0;
  for (let n = 0; n < ofEach; n += 1) {
    for (const opening of openings) {
      const values = [ids, ground.now, addDays(ground.now, termDays)];
      const [row] = await ground.asOwner<{ opened: string }>(opening, values);
      opened += Number(row?.opened);
    }
  }
  return opened;
}
