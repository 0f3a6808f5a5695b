import { count, type Limit } from '#platform/server/attempts.ts';
import type { Database } from '#platform/server/database.ts';
import { networkOf } from '#platform/server/network-of.ts';
import { isCode, normaliseCode } from '../promocode.ts';
import { readPromocode } from './promocode-store.ts';

const quarterHour = 15 * 60;
export const guessesByCustomer: Limit = { name: 'promocode_customer', most: 60, seconds: quarterHour };
export const guessesByNetwork: Limit = { name: 'promocode_network', most: 300, seconds: quarterHour };

/**
 * A promotional code is a secret for as long as nobody can try them all. Counted before it is known whether there is such a code,
 * and taken back when there is; with a quote as with a deposit, and outside the deposit's transaction, which forgets it.
 *
 * @throws Refusal `too_many_attempts`
 */
export async function countGuess(
  db: Database,
  { typed, customerId, address }: { typed: string | null | undefined; customerId: string; address: string },
): Promise<void> {
  const code = normaliseCode(typed ?? '');
  if (!isCode(code)) return;
  const counted = [
    await count(db, guessesByNetwork, networkOf(address)),
    await count(db, guessesByCustomer, customerId),
  ];
  if (await readPromocode(db, code)) await Promise.all(counted.map((guess) => guess.takeBack()));
}
