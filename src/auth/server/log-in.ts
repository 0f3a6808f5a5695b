import { type Happenings, nobodyListens } from '#ledger/server/happenings.ts';
import type { Database } from '#platform/server/database.ts';
import type { Asked } from '#platform/server/serve.ts';
import { transaction } from '#platform/server/transaction.ts';
import type { logIn as contract } from '../contract.ts';
import { normaliseEmail } from '../email.ts';
import { refuseAuth } from '../refusals.ts';
import { holdCredentials } from './customer-store.ts';
import { guessPassword } from './guess-password.ts';
import { nameDevice, noteDevice } from './known-devices.ts';
import type { PasswordWork } from './password-work.ts';
import { readDevice } from './read-device.ts';
import { type OpenedSession, openSession } from './session-store.ts';

/** An unknown address and a wrong password take the same path, the same time and the same words. */
export async function logIn(
  db: Database,
  passwords: PasswordWork,
  { body, address, userAgent }: Pick<Asked<typeof contract>, 'body' | 'address' | 'userAgent'>,
  happenings: Pick<Happenings, 'onSecurityChange'> = nobodyListens,
): Promise<OpenedSession> {
  const email = normaliseEmail(body.email);
  if (email === '' || body.password === '') throw refuseAuth('fields_required');

  const customer = await guessPassword(db, passwords, { email, password: body.password, address });
  if (!customer) throw refuseAuth('invalid_credentials');

  return transaction(db, async (tx) => {
    // A password that was changed since it was compared opens nothing: the change has just ended every session.
    if (!(await holdCredentials(tx, customer))) throw refuseAuth('invalid_credentials');
    const device = readDevice(userAgent);
    if (await noteDevice(tx, customer.id, device)) {
      const cause = `new-device:${customer.id}:${device.browser}:${device.system}`;
      const told = { customerId: customer.id, change: 'new_device', cause, device: nameDevice(device) } as const;
      await happenings.onSecurityChange(tx, told);
    }
    return openSession(tx, customer.id, body.keep ?? false, device);
  });
}
