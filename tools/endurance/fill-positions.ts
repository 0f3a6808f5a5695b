import type { TestInvestor } from '#testing/server/world.ts';
import { percent, percentOf, roundDown, usd } from '#money/money.ts';
import { addDays } from '#platform/clock.ts';
import type { Product } from '#positions/registry.ts';
import { subscribeToAll } from '../shared/actors.ts';
import type { Ground } from './open-ground.ts';

/** One position of each product per customer: its amount and, where the profit is agreed, its rate. */
const openings: [product: Product, amount: string, rate: string | null][] = [
  ['stake', '10', '10'],
  ['primevault', '100', '30'],
  ['copytrade', '50', null],
  ['primezord', '25', null],
];

const openForEach = (product: Product): string => `SELECT count(*) AS opened FROM unnest($1::uuid[]) AS id,
  LATERAL open_position('${product}', gen_random_uuid(), id, $2, $3, $4, $5, $6)`;

/** The term in days, after which all positions fall due at the same instant. */
export const termDays = 30;

/**
 * Every tenth begins a line of four who brought each other; all have accepted the vault's terms and subscribed to the bot, with 1,000 in
 * its wallet.
 */
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

/** Opens that many positions of each of the four products for each owner, in bulk, through the database's own functions. */
export async function fillPositions(ground: Ground, owners: readonly TestInvestor[], ofEach: number): Promise<number> {
  const ids = owners.map(({ id }) => id);
  let opened = 0;
  for (let n = 0; n < ofEach; n += 1) {
    for (const [product, amount, rate] of openings) {
      const promised = rate === null ? 0n : percentOf(usd(amount), percent(rate), roundDown);
      const agreed = [usd(amount), rate === null ? null : percent(rate), promised];
      const values = [ids, ...agreed, ground.now, addDays(ground.now, termDays)];
      const [row] = await ground.asOwner<{ opened: string }>(openForEach(product), values);
      opened += Number(row?.opened);
    }
  }
  return opened;
}
