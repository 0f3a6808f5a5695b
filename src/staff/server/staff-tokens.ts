import { randomBytes } from 'node:crypto';
import { readOne, type Sql, type Tx } from '#database/server/database.ts';
import { purge } from '#database/server/purge.ts';
import { hashOfToken } from '#platform/server/secret-token.ts';

/**
 * What a token is for: joining, setting up a second factor after a right password, showing one, or changing one's own after showing both
 * anew.
 */
export type TokenPurpose = 'invitation' | 'set_up' | 'second_step' | 'own_keys';

export function drawStaffToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Issues a token. A new invitation voids the earlier one. */
export async function giveToken(tx: Tx, staffId: string, purpose: TokenPurpose, minutes: number): Promise<string> {
  const token = drawStaffToken();
  if (purpose === 'invitation') {
    await tx.query('DELETE FROM staff_tokens WHERE staff_id = $1 AND purpose = $2', [staffId, purpose]);
  }
  await tx.query(
    'INSERT INTO staff_tokens (token_hash, staff_id, purpose, expires_at) VALUES ($1, $2, $3, now() + make_interval(mins => $4::int))',
    [hashOfToken(token), staffId, purpose, minutes],
  );
  return token;
}

/** The fragment reaches no server. Beside the token it has the address, which the page tells the password manager. */
export function linkToJoin(consoleUrl: string, token: string, email: string): string {
  return `${consoleUrl}/join#${token}/${encodeURIComponent(email)}`;
}

/** The same for choosing another password. */
export function linkToPassword(consoleUrl: string, token: string, email: string): string {
  return `${consoleUrl}/password#${token}/${encodeURIComponent(email)}`;
}

/** Returns whose token it is; null when it is unknown or expired, or they are no longer let in. */
export async function readToken(sql: Sql, token: string, purpose: TokenPurpose): Promise<string | null> {
  const row = await readOne<{ id: string }>(
    sql,
    `SELECT s.id FROM staff_tokens t JOIN staff s ON s.id = t.staff_id
     WHERE t.token_hash = $1 AND t.purpose = $2 AND t.expires_at > now() AND s.disabled_at IS NULL`,
    [hashOfToken(token), purpose],
  );
  return row?.id ?? null;
}

/** The same, once: of any number of concurrent calls, one succeeds. */
export async function spendToken(tx: Tx, token: string, purpose: TokenPurpose): Promise<string | null> {
  const row = await readOne<{ id: string }>(
    tx,
    `DELETE FROM staff_tokens t USING staff s WHERE s.id = t.staff_id AND t.token_hash = $1 AND t.purpose = $2
       AND t.expires_at > now() AND s.disabled_at IS NULL RETURNING s.id`,
    [hashOfToken(token), purpose],
  );
  return row?.id ?? null;
}

export async function voidTokens(tx: Tx, staffId: string): Promise<void> {
  await tx.query('DELETE FROM staff_tokens WHERE staff_id = $1', [staffId]);
}

/** Deletes expired tokens, challenges, sessions and visits. */
export async function purgeStaffTokens(sql: Sql): Promise<number> {
  const tables = [
    ['staff_tokens', 'token_hash'],
    ['staff_challenges', 'challenge'],
    ['staff_sessions', 'token_hash'],
    ['staff_visits', 'state_hash'],
  ] as const;
  let purged = 0;
  for (const [table, key] of tables) purged += await purge(sql, { table, key, where: 'expires_at < now()' });
  return purged;
}
