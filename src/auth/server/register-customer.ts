import type { Clock } from '#platform/clock.ts';
import type { Config } from '#settings/server/config.ts';
import type { Database, Sql } from '#database/server/database.ts';
import type { CallRequest } from '#http/server/serve.ts';
import { readHouseZone } from '#settings/server/house-zone.ts';
import { dayIn } from '#platform/server/span.ts';
import { readSetting } from '#settings/server/settings.ts';
import { transaction } from '#database/server/transaction.ts';
import type { register as contract } from '../contract.ts';
import { standardFees, type TermsFees, termsVersion } from '../terms-versions.ts';
import { count } from '#http/server/attempts.ts';
import { requireShown } from './accept-terms.ts';
import { registrationsPerHour } from './auth-settings.ts';
import { createCustomer } from './create-customer.ts';
import { noteDevice } from './known-devices.ts';
import { networkOf } from '#http/server/network-of.ts';
import { oweConfirmation } from './owed-mails.ts';
import type { PasswordWork } from './password-work.ts';
import { requireAdmissible } from './require-admissible.ts';
import { type OpenedSession, openSession } from './session-store.ts';

export interface RegisterParts {
  passwords: PasswordWork;
  /** Real time: nobody comes of age by moving the sandbox clock. */
  clock: Clock;
  mode: Config['mode'];
  brand: string;
  readTermsFees: ReadTermsFees;
}

/** The fees that the terms currently name; injected, because other folders own them. */
export type ReadTermsFees = (sql: Sql) => Promise<TermsFees>;

export const feesOfTheVersion: ReadTermsFees = async () => standardFees[termsVersion];

type Asking = Pick<CallRequest<typeof contract>, 'body' | 'language' | 'address' | 'userAgent' | 'headers'>;

/** Creates a customer with accounts in the ledger, a session, and the email that confirms the address: all or nothing. */
export async function registerCustomer(
  db: Database,
  { passwords, clock, mode, brand, readTermsFees }: RegisterParts,
  { body, language, address, userAgent, headers }: Asking,
): Promise<OpenedSession> {
  const today = dayIn(await readHouseZone(db), clock.now());
  await requireAdmissible(passwords, body, brand, today);

  const most = await readSetting(db, registrationsPerHour, mode);
  const network = networkOf(address);
  await count(db, { name: 'register', most, seconds: 60 * 60 }, network);
  const passwordHash = await passwords.hash(body.password, network);

  return transaction(db, async (tx) => {
    const termsFees = requireShown(await readTermsFees(tx), headers['quoted-fees']);
    const customer = await createCustomer(tx, { ...body, passwordHash, language, termsFees });
    await oweConfirmation(tx, customer.id, customer.id);
    const device = await noteDevice(tx, customer.id, { userAgent, deviceToken: headers['device-token'], address });
    return openSession(tx, customer.id, false, device);
  });
}
