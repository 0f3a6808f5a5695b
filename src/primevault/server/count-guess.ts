import { count, type Counted, type Limit } from '#platform/server/attempts.ts';
import type { Sql } from '#platform/server/database.ts';
import { networkOf } from '#platform/server/network-of.ts';

const quarterHour = 15 * 60;
export const guessesByCustomer: Limit = { name: 'promocode_customer', most: 60, seconds: quarterHour };
export const guessesByNetwork: Limit = { name: 'promocode_network', most: 300, seconds: quarterHour };

/**
 * A promotional code is a secret for as long as nobody can try them all. Counted whether or not there is such a code, and taken back
 * when there is; with a quote as with a deposit, and outside the deposit's transaction, which forgets it.
 *
 * @throws Refusal `too_many_attempts`: then nothing may be told of the code
 */
export async function countGuess(sql: Sql, customerId: string, address: string): Promise<Pick<Counted, 'takeBack'>> {
  const counted = await Promise.all([
    count(sql, guessesByNetwork, networkOf(address)),
    count(sql, guessesByCustomer, customerId),
  ]);
  return { takeBack: async () => void (await Promise.all(counted.map((guess) => guess.takeBack()))) };
}
