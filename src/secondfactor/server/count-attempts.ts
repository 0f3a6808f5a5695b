import { countAll, type Counted, type Limit, sparingFaults } from '#platform/server/attempts.ts';
import type { Database } from '#platform/server/database.ts';
import { networkOf } from '#platform/server/network-of.ts';
import { hashOfToken } from '#platform/server/secret-token.ts';
import type { ShownKey } from '../contract.ts';

const quarterHour = 15 * 60;
const day = 24 * 60 * 60;

/**
 * A code of six digits is guessed in a million tries, three of them right at any time: a hundred a day find it in years. At the
 * login these are a device's of the customer's own, or a network's and then all networks' together; inside, a session's.
 */
export const keysByDevice: Limit = { name: 'second_key_device', most: 10, seconds: quarterHour };
export const keysByDeviceDaily: Limit = { name: 'second_key_device_day', most: 100, seconds: day };
export const keysByPair: Limit = { name: 'second_key_pair', most: 10, seconds: quarterHour };
export const keysByCustomerDaily: Limit = { name: 'second_key_day', most: 100, seconds: day };
export const keysByNetwork: Limit = { name: 'second_key_network', most: 1000, seconds: quarterHour };
export const keysInside: Limit = { name: 'second_key_inside', most: 10, seconds: quarterHour };
export const keysInsideDaily: Limit = { name: 'second_key_inside_day', most: 100, seconds: day };

/** Where a key is shown: each place counts for itself, so that guesses at the login keep no withdrawal back, nor the other way round. */
export type Place =
  | { at: 'login'; address: string; knownDevice: string | null }
  | { at: 'withdrawal' | 'change'; session: string };

/** Who shows what, and where. */
export interface Attempt {
  customerId: string;
  shown: ShownKey;
  place: Place;
}

/**
 * Runs what shows a second factor; it counts as an attempt until it has gone well, and a fault is none. Wherever a key is shown, it is
 * through here. Each way counts for itself: whoever uses up the codes of a customer leaves them their passkey and their recovery codes.
 *
 * @throws Refusal `too_many_attempts`
 */
export async function asAttempt<T>(db: Database, attempt: Attempt, show: () => Promise<T>): Promise<T> {
  const counted = await countAttempt(db, attempt);
  const outcome = await sparingFaults(counted, show);
  await counted.takeBack();
  return outcome;
}

function countAttempt(db: Database, { customerId, shown, place }: Attempt): Promise<Counted> {
  const way = shown.passkey ? 'passkey' : shown.recovery === undefined ? 'code' : 'recovery';
  if (place.at !== 'login') {
    const party = `${place.at}:${way}:${hashOfToken(place.session).toString('hex')}`;
    return countAll(db, [keysInside, party], [keysInsideDaily, party]);
  }
  if (place.knownDevice) {
    const party = `${way}:${place.knownDevice}`;
    return countAll(db, [keysByDevice, party], [keysByDeviceDaily, party]);
  }
  const network = networkOf(place.address);
  const customer = `${way}:${customerId}`;
  return countAll(
    db,
    [keysByNetwork, network],
    [keysByCustomerDaily, customer],
    [keysByPair, `${customer} ${network}`],
  );
}
