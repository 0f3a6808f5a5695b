import { createHash } from 'node:crypto';
import { readOne, type Sql, type Tx } from '#database/server/database.ts';
import { refusePlatform } from '#platform/refusals.ts';
import { isTokenShaped, placeOfToken } from '#platform/server/secret-token.ts';
import { browserNames, type Device, systemNames } from '../device.ts';
import { readCredentials } from './customer-store.ts';
import { noteOrigins } from './note-origins.ts';
import { readDevice } from './read-device.ts';
import { isGood } from './session-store.ts';

/** Where a login comes from, as the browser states it. */
export interface Arrival {
  userAgent: string;
  /** The token that the browser stores; ignored if malformed. */
  deviceToken: string | undefined;
  /** The network address; nothing is recorded if it is missing. */
  address?: string | undefined;
}

/**
 * More than anybody has; beyond that, those seen longest ago are deleted, except devices with a session: a session without its device would
 * count as one on the customer's first.
 */
export const mostDevices = 100;

/** Hashed with the customer's id, so that this table does not reveal that two customers share a device (`customer_origins` is for that). */
function hashOfDevice(customerId: string, deviceToken: string | undefined): Buffer | null {
  const isToken = deviceToken !== undefined && isTokenShaped(deviceToken);
  return isToken ? createHash('sha256').update(`${customerId}:${deviceToken}`).digest() : null;
}

export interface NotedDevice extends Device {
  id: string;
  /** Whether it differs from all earlier devices; false for the very first. */
  isNew: boolean;
}

/**
 * Records the device of a login. It is known by its token alone: what a browser calls itself can be copied, so one without a token is new
 * each time. If two logins from the same new device are concurrent, one of them is reported as new.
 */
export async function noteDevice(tx: Tx, customerId: string, arrival: Arrival): Promise<NotedDevice> {
  const kind = readDevice(arrival.userAgent);
  noteOrigins(tx, customerId, arrival);
  const noted = [customerId, hashOfDevice(customerId, arrival.deviceToken), kind.browser ?? '', kind.system ?? ''];
  for (;;) {
    const row = await readOne<{ id: string; is_new: boolean }>(tx, noteOne, noted);
    // No row: a concurrent login has just inserted it, and the next try finds it.
    if (row) return { ...kind, id: row.id, isNew: row.is_new };
  }
}

/** A device whose `last_seen_at` a concurrent login has just written is not deleted: it may have a session by now. */
const noteOne = `WITH oldest AS (
    SELECT id, last_seen_at FROM known_devices WHERE customer_id = $1 AND cell = cell_of($1)
    ORDER BY last_seen_at DESC OFFSET ${mostDevices} FOR UPDATE SKIP LOCKED
  ), beyond AS (
    DELETE FROM known_devices d USING oldest o WHERE d.id = o.id AND d.cell = cell_of($1) AND d.last_seen_at = o.last_seen_at
      AND NOT EXISTS (SELECT FROM sessions s WHERE s.device_id = d.id AND s.cell = d.cell)
  ), known AS (
    UPDATE known_devices SET last_seen_at = now(), browser = $3, system = $4
    WHERE customer_id = $1 AND cell = cell_of($1) AND forgotten_at IS NULL
      AND token_hash = $2
    RETURNING id
  ), fresh AS (
    INSERT INTO known_devices (customer_id, cell, token_hash, browser, system, is_first)
    SELECT $1, cell_of($1), $2, $3, $4, NOT EXISTS (SELECT FROM known_devices WHERE customer_id = $1 AND cell = cell_of($1))
    WHERE NOT EXISTS (SELECT FROM known)
    ON CONFLICT DO NOTHING RETURNING id, is_first
  )
  SELECT id, false AS is_new FROM known UNION ALL SELECT id, NOT is_first FROM fresh`;

/**
 * When, in real time, the customer was first seen on this session's device; null if it is the first they ever used, so that it is newer
 * than nothing. Decides whether money has to wait for a new device.
 *
 * @throws Refusal `unauthenticated` if the session has ended
 */
export async function readDeviceKnownSince(sql: Sql, sessionToken: string): Promise<Date | null> {
  return knownSince(await readOne<SessionDevice>(sql, sessionDevice, placeOfToken(sessionToken)));
}

/**
 * The same for money that leaves: until the transaction ends, the session cannot end. Whoever ends sessions waits for the withdrawal, or the
 * withdrawal finds its session gone.
 */
export async function holdSession(tx: Tx, sessionToken: string): Promise<Date | null> {
  return knownSince(
    await readOne<SessionDevice>(tx, `${sessionDevice} FOR KEY SHARE OF s`, placeOfToken(sessionToken)),
  );
}

interface SessionDevice {
  first_seen_at: Date | null;
}

const sessionDevice = `SELECT d.first_seen_at
  FROM sessions s LEFT JOIN known_devices d ON d.id = s.device_id AND d.cell = s.cell AND NOT d.is_first
  WHERE s.token_hash = $1 AND s.cell = $2 AND ${isGood('s')}`;

function knownSince(device: SessionDevice | null): Date | null {
  if (!device) throw refusePlatform('unauthenticated');
  return device.first_seen_at;
}

/** The id of a device that the customer has come from before and that presents its token; the browser and system alone prove nothing. */
export async function readKnownDevice(
  sql: Sql,
  customerId: string,
  deviceToken: string | undefined,
): Promise<string | null> {
  const hash = hashOfDevice(customerId, deviceToken);
  if (!hash) return null;
  const row = await readOne<{ id: string }>(
    sql,
    'SELECT id FROM known_devices WHERE customer_id = $1 AND cell = cell_of($1) AND token_hash = $2 AND forgotten_at IS NULL',
    [customerId, hash],
  );
  return row && row.id;
}

/** The same by address; for an unknown address it takes as long to find none. */
export async function readKnownDeviceOf(
  sql: Sql,
  email: string,
  deviceToken: string | undefined,
): Promise<string | null> {
  const customer = await readCredentials(sql, email);
  return readKnownDevice(sql, customer?.id ?? nobody, deviceToken);
}

/** Looked up in place of a missing customer, to take the same time. */
export const nobody = '00000000-0000-4000-8000-000000000000';

/** Forgets the customer's devices except the one kept: a holder of one of their tokens is a stranger again. */
export async function revokeDevices(tx: Tx, customerId: string, keptId: string | null): Promise<void> {
  await tx.query(
    `UPDATE known_devices SET forgotten_at = now()
     WHERE customer_id = $1 AND cell = cell_of($1) AND forgotten_at IS NULL AND id IS DISTINCT FROM $2`,
    [customerId, keptId],
  );
}

/** A name that its owner recognises, in the makers' own terms; null if nothing is known of it. */
export function nameDevice({ browser, system }: Device): string | null {
  const names = [browser && browserNames[browser], system && systemNames[system]].filter(Boolean);
  return names.length > 0 ? names.join(' · ') : null;
}
