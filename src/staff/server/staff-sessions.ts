import { refusePlatform } from '#platform/refusals.ts';
import { readOne, requireOne, type Sql, type Tx } from '#database/server/database.ts';
import { hashOfToken } from '#platform/server/secret-token.ts';
import { staffIdleMinutes, staffSessionHours } from '../contract.ts';
import type { Language } from '#platform/languages.ts';
import type { Role } from '../roles.ts';
import type { StaffMember } from './staff-member.ts';
import { drawStaffToken } from './staff-tokens.ts';

/** Where a session was opened from. */
export interface Arrival {
  address: string;
  userAgent: string;
  /** By what the browser is known; empty when it says nothing. */
  device: string;
}

const isGood = `t.expires_at > now() AND t.last_used_at > now() - interval '${staffIdleMinutes} minutes'`;

/** Timed by the real clock, like customers' sessions. */
export async function openStaffSession(
  tx: Tx,
  staffId: string,
  { address, userAgent }: Omit<Arrival, 'device'>,
): Promise<string> {
  const token = drawStaffToken();
  await requireOne(
    tx,
    `INSERT INTO staff_sessions (token_hash, staff_id, expires_at, address, user_agent)
     VALUES ($1, $2, now() + interval '${staffSessionHours} hours', $3, $4) RETURNING id`,
    [hashOfToken(token), staffId, address, userAgent.slice(0, 300)],
  );
  return token;
}

/** Returns the holder of this session; null when it has ended, is unknown, or they are disabled. Records its use at most once a minute. */
export async function readStaffSession(sql: Sql, token: string): Promise<StaffMember | null> {
  const row = await readOne<{
    id: string;
    name: string;
    email: string;
    role: Role;
    language: Language | null;
    session_id: string;
    expires_at: Date;
    is_use_unnoted: boolean;
  }>(
    sql,
    `SELECT s.id, s.name, s.email, s.role, s.language, t.id AS session_id, t.expires_at,
       t.last_used_at < now() - interval '1 minute' AS is_use_unnoted
     FROM staff_sessions t JOIN staff s ON s.id = t.staff_id
     WHERE t.token_hash = $1 AND s.disabled_at IS NULL AND ${isGood}`,
    [hashOfToken(token)],
  );
  if (!row) return null;
  if (row.is_use_unnoted) {
    await sql.query('UPDATE staff_sessions t SET last_used_at = now() WHERE token_hash = $1', [hashOfToken(token)]);
  }
  const { id, name, email, role, language, session_id: sessionId, expires_at: expiresAt } = row;
  return { id, name, email, role, language, sessionId, expiresAt };
}

/**
 * Holds the session in which a member acts until the transaction ends. Dismissing them, changing their role and logging them out end their
 * sessions, and so wait for this transaction; or it finds the session gone, and nothing of it happens.
 *
 * @throws Refusal `unauthenticated` if the session has ended, or the member is disabled
 */
export async function holdMember(tx: Tx, sessionId: string): Promise<void> {
  const held = await tx.query(
    `SELECT FROM staff_sessions t JOIN staff s ON s.id = t.staff_id
     WHERE t.id = $1 AND s.disabled_at IS NULL AND ${isGood} FOR KEY SHARE OF t`,
    [sessionId],
  );
  if (held.length === 0) throw refusePlatform('unauthenticated');
}

export async function endStaffSession(sql: Sql, token: string): Promise<void> {
  await sql.query('DELETE FROM staff_sessions WHERE token_hash = $1', [hashOfToken(token)]);
}

/** Returns how many there were. */
export async function endStaffSessions(tx: Tx, staffId: string): Promise<number> {
  return (await tx.query('DELETE FROM staff_sessions WHERE staff_id = $1 RETURNING id', [staffId])).length;
}

interface OwnSession {
  id: string;
  began: Date;
  lastUsed: Date;
  address: string;
  userAgent: string;
}

/** Where a member is signed in, the latest use first. */
export function listStaffSessions(sql: Sql, staffId: string): Promise<OwnSession[]> {
  return sql.query<OwnSession & Record<string, unknown>>(
    `SELECT t.id, t.created_at AS began, t.last_used_at AS "lastUsed", t.address, t.user_agent AS "userAgent"
     FROM staff_sessions t WHERE t.staff_id = $1 AND ${isGood} ORDER BY t.last_used_at DESC, t.id`,
    [staffId],
  );
}

/** Ends every session of a member but this one. Returns how many there were. */
export async function endOtherSessions(tx: Tx, staffId: string, sessionId: string): Promise<number> {
  const ended = await tx.query('DELETE FROM staff_sessions WHERE staff_id = $1 AND id <> $2 RETURNING id', [
    staffId,
    sessionId,
  ]);
  return ended.length;
}
