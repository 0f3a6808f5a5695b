import { count, type Counted, type Limit } from '#http/server/attempts.ts';
import type { Sql } from '#database/server/database.ts';
import { networkOf } from '#http/server/network-of.ts';

const quarterHour = 15 * 60;
export const guessesByCustomer: Limit = { name: 'promocode_customer', most: 60, seconds: quarterHour };
export const guessesByNetwork: Limit = { name: 'promocode_network', most: 300, seconds: quarterHour };

/**
 * Limits guesses, so that promotional codes stay secret: nobody can try them all. Counted whether or not the code exists, and taken back if
 * it does; for quotes and deposits alike, and outside the deposit's transaction, whose rollback would undo it.
 *
 * @throws Refusal `too_many_attempts`: then nothing may be revealed about the code
 */
export async function countGuess(sql: Sql, customerId: string, address: string): Promise<Pick<Counted, 'takeBack'>> {
  const counted = await Promise.all([
    count(sql, guessesByNetwork, networkOf(address)),
    count(sql, guessesByCustomer, customerId),
  ]);
  return { takeBack: async () => void (await Promise.all(counted.map((guess) => guess.takeBack()))) };
}
