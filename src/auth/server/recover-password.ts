import type { Database } from '#database/server/database.ts';
import type { CallRequest } from '#http/server/serve.ts';
import { resetMinutes, type recoverPassword as contract } from '../contract.ts';
import { normaliseEmail } from '../email.ts';
import { count, isWithin, type Limit } from '#http/server/attempts.ts';
import { networkOf } from '#http/server/network-of.ts';
import { readKnownDeviceOf } from './known-devices.ts';
import { oweRecovery } from './owed-mails.ts';

/** Counted for as long as a link is valid: a customer who has used them all up has the emails, and one of the links still works. */
export const recoveriesByEmail: Limit = { name: 'recover_email', most: 5, seconds: resetMinutes * 60 };
export const recoveriesByNetwork: Limit = { name: 'recover_network', most: 300, seconds: 60 * 60 };
/** A known device can still ask when others have exhausted its network's limit. */
export const recoveriesByDevice: Limit = { name: 'recover_device', most: 20, seconds: 60 * 60 };

/**
 * Same counters and same single row for every address, with or without an account: nothing that differs happens before the answer, nor in
 * the call at all. Only a device from which the owner has logged in is counted apart from its network.
 */
export async function recoverPassword(
  db: Database,
  { body, address, headers }: Pick<CallRequest<typeof contract>, 'body' | 'address' | 'headers'>,
): Promise<void> {
  const email = normaliseEmail(body.email);
  const device = await readKnownDeviceOf(db, email, headers['device-token']);
  await (device ? count(db, recoveriesByDevice, device) : count(db, recoveriesByNetwork, networkOf(address)));
  // After enough requests the customer has the emails: the answer is the same, and no further one is queued (api.md: “202 always”).
  if (await isWithin(db, recoveriesByEmail, email)) await oweRecovery(db, email);
}
