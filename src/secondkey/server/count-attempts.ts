import { count, type Limit } from '#platform/server/attempts.ts';
import type { Database } from '#platform/server/database.ts';
import { networkOf } from '#platform/server/network-of.ts';
import type { ShownKey } from '../contract.ts';

const quarterHour = 15 * 60;
const day = 24 * 60 * 60;

/** A code of six digits is guessed in a million tries, three of them right at any time: a hundred a day find it in years. */
export const keysByCustomer: Limit = { name: 'second_key_customer', most: 10, seconds: quarterHour };
export const keysByCustomerDaily: Limit = { name: 'second_key_day', most: 100, seconds: day };
export const keysByNetwork: Limit = { name: 'second_key_network', most: 100, seconds: quarterHour };

/** Who shows what, from where. */
export interface Attempt {
  customerId: string;
  address: string;
  shown: ShownKey;
}

/**
 * Runs what shows a second key; it counts as an attempt until it has gone well. Wherever a key is shown, it is through
 * here: a guess at login and one at a withdrawal are the same guess. Each way counts for itself: whoever uses up the codes of a
 * customer with a stolen session leaves them their passkey and their recovery codes.
 *
 * @throws Refusal `too_many_attempts`
 */
export async function asAttempt<T>(
  db: Database,
  { customerId, address, shown }: Attempt,
  show: () => Promise<T>,
): Promise<T> {
  const way = shown.passkey ? 'passkey' : shown.recovery === undefined ? 'code' : 'recovery';
  const party = `${way}:${customerId}`;
  const counted = [
    await count(db, keysByNetwork, networkOf(address)),
    await count(db, keysByCustomer, party),
    await count(db, keysByCustomerDaily, party),
  ];
  const outcome = await show();
  await Promise.all(counted.map((attempt) => attempt.takeBack()));
  return outcome;
}
