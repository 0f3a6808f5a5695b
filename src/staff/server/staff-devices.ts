import { createHash } from 'node:crypto';
import { requireOne, type Sql, type Tx } from '#database/server/database.ts';
import type { Arrival } from './staff-sessions.ts';
import { drawStaffToken } from './staff-tokens.ts';

/** More than anybody works at; beyond that, those seen longest ago are forgotten. */
const mostDevices = 20;

/** Hashed with the member's id, so that two who share a browser are two devices. */
function hashOfDevice(staffId: string, deviceToken: string): Buffer {
  return createHash('sha256').update(`${staffId}:${deviceToken}`).digest();
}

/** What stands for the device in counters; null unless the member has signed in from it before. */
export async function readStaffDevice(sql: Sql, staffId: string, deviceToken: string): Promise<string | null> {
  const hash = hashOfDevice(staffId, deviceToken);
  const known = await sql.query('SELECT FROM staff_devices WHERE token_hash = $1 AND staff_id = $2', [hash, staffId]);
  return known.length === 1 ? hash.toString('hex') : null;
}

interface NotedDevice {
  /** For the browser to keep: the one it had, or a first one. */
  token: string;
  isKnown: boolean;
  /** The member's first ever: newer than nothing. */
  isFirst: boolean;
}

/** Records the browser from which a member has just signed in. */
export async function noteStaffDevice(tx: Tx, staffId: string, { device }: Arrival): Promise<NotedDevice> {
  const token = /^[\w-]{43}$/.test(device) ? device : drawStaffToken();
  const noted = await requireOne<{ isKnown: boolean; isFirst: boolean }>(tx, noteOne, [
    hashOfDevice(staffId, token),
    staffId,
  ]);
  return { token, ...noted };
}

const noteOne = `WITH before AS (
    SELECT token_hash, row_number() OVER (ORDER BY last_seen_at DESC) AS place FROM staff_devices WHERE staff_id = $2
  ), beyond AS (
    DELETE FROM staff_devices d USING before b WHERE d.token_hash = b.token_hash AND b.place >= ${mostDevices} AND b.token_hash <> $1
  ), noted AS (
    INSERT INTO staff_devices (token_hash, staff_id) VALUES ($1, $2)
    ON CONFLICT (token_hash) DO UPDATE SET last_seen_at = now()
  )
  SELECT EXISTS (SELECT FROM before WHERE token_hash = $1) AS "isKnown", NOT EXISTS (SELECT FROM before) AS "isFirst"`;

/** After a reset nothing that was known counts any more. */
export async function forgetStaffDevices(tx: Tx, staffId: string): Promise<void> {
  await tx.query('DELETE FROM staff_devices WHERE staff_id = $1', [staffId]);
}
