import { type Database, readOne, type Sql, type Tx } from '#database/server/database.ts';
import { purgeCells } from '#database/server/purge.ts';
import { drawToken, hashOfToken, placeOfToken } from '#platform/server/secret-token.ts';
import type { Addressee } from './mailbox-store.ts';

export type TokenPurpose = 'confirm' | 'reset';

/** Whose token it is, and where it is mailed to. */
type Recipient = Pick<Addressee, 'id' | 'email'>;

/**
 * Creates a token to be mailed to this customer; null if that is no longer their address: a concurrent correction either comes first, or
 * waits and then voids this token. Earlier ones stay valid: emails do not always arrive in order.
 */
export async function mintToken(
  sql: Sql,
  purpose: 'confirm',
  { id, email }: Recipient,
  minutes: number,
): Promise<string | null> {
  const token = drawToken(id);
  const minted = await sql.query(
    `WITH unchanged AS MATERIALIZED (SELECT id FROM customers WHERE id = $3 AND email = $5 FOR SHARE)
     INSERT INTO mailed_tokens (token_hash, cell, purpose, customer_id, expires_at)
     SELECT $1, cell_of(id), $2, id, now() + make_interval(mins => $4::int) FROM unchanged RETURNING token_hash`,
    [hashOfToken(token), purpose, id, minutes, email],
  );
  return minted.length === 1 ? token : null;
}

/**
 * The same for setting a new password; null also if the password has changed since the request. A concurrent change either comes first, or
 * waits and then voids this token with the others.
 */
export async function mintResetToken(
  sql: Sql,
  { id, email }: Recipient,
  minutes: number,
  askedAt: Date,
): Promise<string | null> {
  const token = drawToken(id);
  const minted = await sql.query(
    `WITH unchanged AS MATERIALIZED (
       SELECT id FROM customers
       WHERE id = $2 AND email = $5 AND (password_changed_at IS NULL OR password_changed_at < $4) FOR SHARE
     )
     INSERT INTO mailed_tokens (token_hash, cell, purpose, customer_id, expires_at)
     SELECT $1, cell_of(id), 'reset', id, now() + make_interval(mins => $3::int) FROM unchanged RETURNING token_hash`,
    [hashOfToken(token), id, minutes, askedAt, email],
  );
  return minted.length === 1 ? token : null;
}

/** The owner of this token; null if it is not, or no longer, valid. */
export async function readTokenOwner(sql: Sql, purpose: TokenPurpose, token: string): Promise<string | null> {
  const row = await readOne<{ customer_id: string }>(
    sql,
    'SELECT customer_id FROM mailed_tokens WHERE token_hash = $1 AND cell = $2 AND purpose = $3 AND expires_at > now()',
    [...placeOfToken(token), purpose],
  );
  return row && row.customer_id;
}

/**
 * Voids this token and all others of its customer and purpose; null if it is not, or no longer, valid. If two are spent concurrently, the
 * same token or two of one customer, the second waits for the first and then finds none.
 */
export async function spendToken(tx: Tx, purpose: TokenPurpose, token: string): Promise<string | null> {
  const spent = await tx.query<{ customer_id: string; is_this: boolean }>(
    `DELETE FROM mailed_tokens WHERE cell = $2 AND purpose = $3 AND customer_id = (
       SELECT customer_id FROM mailed_tokens WHERE token_hash = $1 AND cell = $2 AND purpose = $3 AND expires_at > now()
     ) RETURNING customer_id, token_hash = $1 AS is_this`,
    [...placeOfToken(token), purpose],
  );
  return spent.find((row) => row.is_this)?.customer_id ?? null;
}

/** Voids every token of this customer and purpose; a concurrent spend either comes first or finds none. */
export async function voidTokens(tx: Tx, purpose: TokenPurpose, customerId: string): Promise<void> {
  await tx.query('DELETE FROM mailed_tokens WHERE purpose = $1 AND customer_id = $2 AND cell = cell_of($2)', [
    purpose,
    customerId,
  ]);
}

/** Deletes tokens that have expired. */
export function purgeOldMailedTokens(db: Database): Promise<number> {
  return purgeCells(db, { table: 'mailed_tokens', key: 'token_hash', where: 'expires_at <= now()' });
}
