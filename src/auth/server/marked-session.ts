import { createHash } from 'node:crypto';
import type { Happenings } from '#ledger/server/happenings.ts';
import { type Database, readOne, type Tx } from '#platform/server/database.ts';
import { type Credentials, readCredentialsById } from './customer-store.ts';
import { guessPassword } from './guess-password.ts';
import { nameDevice, noteDevice } from './known-devices.ts';
import type { PasswordWork } from './password-work.ts';
import { readDevice } from './read-device.ts';
import { type OpenedSession, openSession } from './session-store.ts';

type Told = Pick<Happenings, 'onSecurityChange'>;

interface Entry {
  customerId: string;
  keep: boolean;
  userAgent: string;
}

/** Everything was shown that is asked for: a session, and its owner is told when the device is a new one. */
export async function enter(tx: Tx, { customerId, keep, userAgent }: Entry, happenings: Told): Promise<OpenedSession> {
  const device = readDevice(userAgent);
  if (await noteDevice(tx, customerId, device)) {
    const cause = `new-device:${customerId}:${device.browser}:${device.system}`;
    const told = { customerId, change: 'new_device', cause, device: nameDevice(device) } as const;
    await happenings.onSecurityChange(tx, told);
  }
  return openSession(tx, customerId, keep, device);
}

/** Tells one password of a customer from the next, without being of any use to whoever reads it. */
export function markOf({ passwordHash }: Pick<Credentials, 'passwordHash'>): Buffer {
  return createHash('sha256').update(passwordHash).digest();
}

/** The same for whoever showed this password some minutes ago and the rest now; null when it has been changed since. */
export async function enterMarked(
  tx: Tx,
  entry: Entry & { mark: Buffer },
  happenings: Told,
): Promise<OpenedSession | null> {
  const row = await readOne<{ password_hash: string }>(
    tx,
    'SELECT password_hash FROM customers WHERE id = $1 FOR SHARE',
    [entry.customerId],
  );
  if (!row || !markOf({ passwordHash: row.password_hash }).equals(entry.mark)) return null;
  return enter(tx, entry, happenings);
}

/** Whether this is the customer's password; the guess counts as one at the login does. */
export async function isPasswordOf(
  db: Database,
  passwords: PasswordWork,
  { customerId, password, address }: { customerId: string; password: string; address: string },
): Promise<boolean> {
  const { email } = await readCredentialsById(db, customerId);
  return (await guessPassword(db, passwords, { email, password, address })) !== null;
}
