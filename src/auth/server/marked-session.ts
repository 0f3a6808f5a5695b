import { createHash } from 'node:crypto';
import type { DomainEvents } from '#ledger/server/domain-events.ts';
import { isWithin, type Limit } from '#http/server/attempts.ts';
import { type Database, readOne, type Tx } from '#database/server/database.ts';
import { type Credentials, readCredentialsById } from './customer-store.ts';
import { guessInside, type PasswordCheck } from './guess-password.ts';
import { type Arrival, nameDevice, noteDevice, type NotedDevice } from './known-devices.ts';
import type { PasswordWork } from './password-work.ts';
import { type OpenedSession, openSession } from './session-store.ts';

type Told = Pick<DomainEvents, 'onSecurityChange'>;

interface Entry extends Arrival {
  customerId: string;
  keep: boolean;
}

/** Opens a session, once everything required has been shown. */
export async function enter(tx: Tx, entry: Entry, events: Told): Promise<OpenedSession> {
  const { customerId, keep } = entry;
  return openSession(tx, customerId, keep, await arrive(tx, customerId, entry, events));
}

/**
 * More new devices in a day than anybody has. Each is told by an email, to an address that its account may never have confirmed: without a
 * limit somebody could register another person's address and fill their mailbox by logging in.
 */
export const newDevicesTold: Limit = { name: 'new_devices_told', most: 20, seconds: 24 * 60 * 60 };

/** Records the device as known; its owner is notified if it is new. */
export async function arrive(tx: Tx, customerId: string, arrival: Arrival, events: Told): Promise<NotedDevice> {
  const device = await noteDevice(tx, customerId, arrival);
  if (device.isNew && (await isWithin(tx, newDevicesTold, customerId))) {
    const cause = `new-device:${device.id}`;
    const event = { customerId, change: 'new_device', cause, device: nameDevice(device) } as const;
    await events.onSecurityChange(tx, event);
  }
  return device;
}

/** Distinguishes a customer's password from the next one, but is useless to anybody who reads it. */
export function markOf({ passwordHash }: Pick<Credentials, 'passwordHash'>): Buffer {
  return createHash('sha256').update(passwordHash).digest();
}

/** The same for a login that showed this password some minutes ago and the rest now; null if it has been changed since. */
export async function enterMarked(
  tx: Tx,
  entry: Entry & { mark: Buffer },
  events: Told,
): Promise<OpenedSession | null> {
  const row = await readOne<{ password_hash: string }>(
    tx,
    'SELECT password_hash FROM customers WHERE id = $1 FOR SHARE',
    [entry.customerId],
  );
  if (!row || !markOf({ passwordHash: row.password_hash }).equals(entry.mark)) return null;
  return enter(tx, entry, events);
}

/** Whether this is the customer's password, for a customer who is logged in. */
export async function checkPasswordOf(
  db: Database,
  passwords: PasswordWork,
  { customerId, password, sessionToken }: { customerId: string; password: string; sessionToken: string },
): Promise<PasswordCheck> {
  const { email, passwordHash } = await readCredentialsById(db, customerId);
  return guessInside(db, passwords, { email, passwordHash, password, sessionToken });
}
