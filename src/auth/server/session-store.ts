import { isFarAhead } from '#database/server/business-clock.ts';
import { noteChange } from '#database/server/changes.ts';
import { type Database, readOne, requireOne, type Sql, type Tx } from '#database/server/database.ts';
import { purge } from '#database/server/purge.ts';
import type { CustomerId, Investor } from '#http/server/investor.ts';
import { idleMinutes, keptIdleDays, keptSessionDays, sessionMinutes } from '../contract.ts';
import type { Device } from '../device.ts';
import { drawToken, hashOfToken } from '#platform/server/secret-token.ts';

/** The answer to a login. Only the customer has the token: the database stores its SHA-256. */
export interface OpenedSession {
  token: string;
  expires: string;
}

/** Maximum per customer, and length of their list. Beyond that, the session used longest ago ends. */
export const mostSessions = 100;

/** Neither expired nor unused for too long. */
export function isGood(session: string): string {
  return `${session}.expires_at > now() AND ${session}.last_used_at > now()
    - CASE WHEN ${session}.kept THEN interval '${keptIdleDays} days' ELSE interval '${idleMinutes} minutes' END`;
}

/** Sessions use the database's real clock, so that all processes agree and the movable business clock ends none. */
export async function openSession(
  sql: Sql,
  customerId: string,
  keep: boolean,
  device: Device & { id?: string } = { browser: null, system: null },
): Promise<OpenedSession> {
  const token = drawToken();
  const row = await requireOne<{ expires_at: Date }>(
    sql,
    `WITH beyond AS (
       DELETE FROM sessions WHERE token_hash IN (
         SELECT token_hash FROM sessions WHERE customer_id = $2
         ORDER BY last_used_at DESC, created_at DESC OFFSET ${mostSessions - 1} FOR UPDATE SKIP LOCKED
       )
     )
     INSERT INTO sessions (token_hash, customer_id, created_at, expires_at, kept, browser, system, device_id)
     VALUES ($1, $2, now(), now() + make_interval(mins => $3::int), $4, $5, $6, $7)
     RETURNING expires_at`,
    [
      hashOfToken(token),
      customerId,
      keep ? keptSessionDays * 24 * 60 : sessionMinutes,
      keep,
      device.browser,
      device.system,
      device.id ?? null,
    ],
  );
  return { token, expires: row.expires_at.toISOString() };
}

/**
 * Replaces this session by one of the same device and length, counted from now; null if it has ended. Of two concurrent renewals, one
 * succeeds.
 */
export async function replaceSession(tx: Tx, customerId: string, token: string): Promise<OpenedSession | null> {
  const next = drawToken();
  const row = await readOne<{ expires_at: Date }>(
    tx,
    `WITH old AS (
       DELETE FROM sessions s WHERE token_hash = $1 AND customer_id = $2 AND ${isGood('s')}
       RETURNING customer_id, kept, browser, system, device_id
     )
     INSERT INTO sessions (token_hash, customer_id, created_at, expires_at, kept, browser, system, device_id)
     SELECT $3, customer_id, now(), now() + CASE WHEN kept THEN interval '${keptSessionDays} days'
       ELSE interval '${sessionMinutes} minutes' END, kept, browser, system, device_id FROM old
     RETURNING expires_at`,
    [hashOfToken(token), customerId, hashOfToken(next)],
  );
  if (!row) return null;
  noteChange(tx, customerId, 'sessions');
  return { token: next, expires: row.expires_at.toISOString() };
}

/** For a hundred thousand customers reading every minute that makes three hundred of these writes a second, none of them awaited. */
const notedEvery = '5 minutes';

interface SessionRow {
  customer_id: string;
  created_at: Date;
  expires_at: Date;
  is_email_confirmed: boolean;
  owes_terms: boolean;
  business_now: Date;
  real_now: Date;
  is_use_unnoted: boolean;
}

const sessionSql = `SELECT s.customer_id, s.created_at, s.expires_at, u.email_confirmed_at IS NOT NULL AS is_email_confirmed,
     u.terms_accepted_at IS NULL AS owes_terms, now() + c.ahead_ms * interval '1 millisecond' AS business_now, now() AS real_now,
     s.last_used_at < now() - interval '${notedEvery}' AS is_use_unnoted
   FROM sessions s JOIN customers u ON u.id = s.customer_id CROSS JOIN sandbox_clock c
   WHERE s.token_hash = $1 AND ${isGood('s')}`;

/** The owner of the session and their business time, in one round trip; null if the token is not, or no longer, valid. */
export async function readSession(sql: Sql, token: string): Promise<Investor | null> {
  const row = await readOne<SessionRow>(sql, sessionSql, [hashOfToken(token)]);
  if (!row) return null;
  if (row.is_use_unnoted) await noteUse(sql, token);
  return {
    id: row.customer_id as CustomerId,
    sessionStartedAt: row.created_at,
    sessionExpiresAt: row.expires_at,
    isEmailConfirmed: row.is_email_confirmed,
    owesTerms: row.owes_terms,
    now: row.business_now,
    isClockAhead: isFarAhead(row.real_now.getTime() - Date.now()),
  };
}

/**
 * At most once in five minutes, however many concurrent calls. Waits neither for the disk nor for an absent standby: a mere read is not
 * held up, and nothing depends on it.
 */
async function noteUse(sql: Sql, token: string): Promise<void> {
  await sql.query(
    `UPDATE sessions SET last_used_at = now() FROM (SELECT set_config('synchronous_commit', 'off', true)) AS unawaited
     WHERE token_hash = $1 AND last_used_at < now() - interval '${notedEvery}'`,
    [hashOfToken(token)],
  );
}

export async function endSession(sql: Sql, token: string): Promise<void> {
  const row = await readOne<{ customer_id: string }>(
    sql,
    'DELETE FROM sessions WHERE token_hash = $1 RETURNING customer_id',
    [hashOfToken(token)],
  );
  if (row) noteChange(sql, row.customer_id, 'sessions');
}

interface CustomerSessionRow {
  id: string;
  browser: Device['browser'];
  system: Device['system'];
  created_at: Date;
  last_used_at: Date;
  expires_at: Date;
  is_current: boolean;
}

export function readCustomerSessions(sql: Sql, customerId: string, token: string): Promise<CustomerSessionRow[]> {
  return sql.query<CustomerSessionRow>(
    `SELECT id, browser, system, created_at, last_used_at, expires_at, token_hash = $2 AS is_current
     FROM sessions s WHERE customer_id = $1 AND ${isGood('s')}
     ORDER BY last_used_at DESC, created_at DESC, id LIMIT ${mostSessions}`,
    [customerId, hashOfToken(token)],
  );
}

export async function isSessionAlive(sql: Sql, token: string): Promise<boolean> {
  const rows = await sql.query(`SELECT FROM sessions s WHERE token_hash = $1 AND ${isGood('s')}`, [hashOfToken(token)]);
  return rows.length === 1;
}

/** Returns which of these are still valid, in one query, without counting as a use. */
export async function readAliveTokens(sql: Sql, tokens: readonly string[]): Promise<Set<string>> {
  const byHash = new Map(tokens.map((token) => [hashOfToken(token).toString('hex'), token]));
  const rows = await sql.query<{ hash: string }>(
    `SELECT encode(token_hash, 'hex') AS hash FROM sessions s
     WHERE token_hash IN (SELECT decode(hash, 'hex') FROM unnest($1::text[]) AS hash) AND ${isGood('s')}`,
    [[...byHash.keys()]],
  );
  return new Set(rows.map(({ hash }) => byHash.get(hash) ?? ''));
}

/** The device on which it was opened; null if unknown. */
export async function readSessionDevice(sql: Sql, token: string): Promise<string | null> {
  const row = await readOne<{ device_id: string | null }>(sql, 'SELECT device_id FROM sessions WHERE token_hash = $1', [
    hashOfToken(token),
  ]);
  return row && row.device_id;
}

/** Ends every session of the customer except the one with this token. */
export async function endSessionsBut(sql: Sql, customerId: string, token: string): Promise<void> {
  await sql.query('DELETE FROM sessions WHERE customer_id = $1 AND token_hash <> $2', [customerId, hashOfToken(token)]);
  noteChange(sql, customerId, 'sessions');
}

/** Ends one session. Returns whether this customer had it. */
export async function endSessionById(sql: Sql, customerId: string, id: string): Promise<boolean> {
  const rows = await sql.query('DELETE FROM sessions WHERE id = $1 AND customer_id = $2 RETURNING id', [
    id,
    customerId,
  ]);
  if (rows.length === 1) noteChange(sql, customerId, 'sessions');
  return rows.length === 1;
}

export async function endSessionsOf(tx: Tx, customerId: string): Promise<void> {
  await tx.query('DELETE FROM sessions WHERE customer_id = $1', [customerId]);
  noteChange(tx, customerId, 'sessions');
}

/** Deletes expired sessions. */
export function purgeOldSessions(db: Database): Promise<number> {
  return purge(db, { table: 'sessions', key: 'token_hash', where: 'expires_at <= now()' });
}
