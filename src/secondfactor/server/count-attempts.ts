import { countAll, type Counted, type Limit, sparingFaults } from '#http/server/attempts.ts';
import type { Database } from '#database/server/database.ts';
import { networkOf } from '#http/server/network-of.ts';
import { hashOfToken } from '#platform/server/secret-token.ts';
import type { ShownKey } from '../contract.ts';

const quarterHour = 15 * 60;
const day = 24 * 60 * 60;

/**
 * A six-digit code takes a million guesses, with three valid at any time: at a few hundred a day, years. At the login the limits are per
 * known device of the customer and then across all of them, or else per network and then across all networks; inside, per session.
 */
export const keysByDevice: Limit = { name: 'second_key_device', most: 10, seconds: quarterHour };
export const keysByDeviceDaily: Limit = { name: 'second_key_device_day', most: 100, seconds: day };
/** All known devices together: each password reset by mail makes another one known. More than one device alone can use up. */
export const keysByDevicesDaily: Limit = { name: 'second_key_devices_day', most: 200, seconds: day };
export const keysByPair: Limit = { name: 'second_key_pair', most: 10, seconds: quarterHour };
export const keysByCustomerDaily: Limit = { name: 'second_key_day', most: 100, seconds: day };
export const keysByNetwork: Limit = { name: 'second_key_network', most: 1000, seconds: quarterHour };
export const keysInside: Limit = { name: 'second_key_inside', most: 10, seconds: quarterHour };
export const keysInsideDaily: Limit = { name: 'second_key_inside_day', most: 100, seconds: day };

/** Where a key is shown. Each place counts separately, so that guesses at the login block no withdrawal, nor the other way round. */
export type Place =
  | { at: 'login'; address: string; knownDevice: string | null }
  | { at: 'move' | 'change'; session: string };

/** What is shown, for which customer, and where. */
export interface Attempt {
  customerId: string;
  shown: ShownKey;
  place: Place;
}

/**
 * Runs a check of the second factor; every such check goes through here. It counts as an attempt unless it succeeds or ends in a fault.
 * Each way counts separately: using up a customer's codes leaves them their passkey and recovery codes.
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
  const customer = `${way}:${customerId}`;
  if (place.knownDevice) {
    const party = `${way}:${place.knownDevice}`;
    return countAll(db, [keysByDevicesDaily, customer], [keysByDevice, party], [keysByDeviceDaily, party]);
  }
  const network = networkOf(place.address);
  return countAll(
    db,
    [keysByNetwork, network],
    [keysByCustomerDaily, customer],
    [keysByPair, `${customer} ${network}`],
  );
}
