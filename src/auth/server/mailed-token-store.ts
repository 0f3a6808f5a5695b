import { readOne, type Sql, type Tx } from '#platform/server/database.ts';
import { purge } from '#platform/server/purge.ts';
import { drawToken, hashOfToken } from '#platform/server/secret-token.ts';

export type TokenPurpose = 'confirm' | 'reset';

/** A new token for this customer, to be mailed. Earlier ones stay good: mails do not always arrive in the order they left. */
export async function mintToken(sql: Sql, purpose: TokenPurpose, customerId: string, minutes: number): Promise<string> {
  const token = drawToken();
  await sql.query(
    `INSERT INTO mailed_tokens (token_hash, purpose, customer_id, expires_at)
     VALUES ($1, $2, $3, now() + make_interval(mins => $4::int))`,
    [hashOfToken(token), purpose, customerId, minutes],
  );
  return token;
}

/** Whose token this is; null when it is not good (any more). */
export async function readTokenOwner(sql: Sql, purpose: TokenPurpose, token: string): Promise<string | null> {
  const row = await readOne<{ customer_id: string }>(
    sql,
    'SELECT customer_id FROM mailed_tokens WHERE token_hash = $1 AND purpose = $2 AND expires_at > now()',
    [hashOfToken(token), purpose],
  );
  return row && row.customer_id;
}

/**
 * Ends this token and every other of its customer and purpose; null when it is not good (any more). Of two who spend one
 * token at once, or two tokens of one customer, the second waits for the first and then finds none.
 */
export async function spendToken(tx: Tx, purpose: TokenPurpose, token: string): Promise<string | null> {
  const spent = await tx.query<{ customer_id: string; is_this: boolean }>(
    `DELETE FROM mailed_tokens WHERE purpose = $2 AND customer_id = (
       SELECT customer_id FROM mailed_tokens WHERE token_hash = $1 AND purpose = $2 AND expires_at > now()
     ) RETURNING customer_id, token_hash = $1 AS is_this`,
    [hashOfToken(token), purpose],
  );
  return spent.find((row) => row.is_this)?.customer_id ?? null;
}

/** Ends every token of this customer and purpose; whoever spends one at the same moment comes before, or finds none. */
export async function voidTokens(tx: Tx, purpose: TokenPurpose, customerId: string): Promise<void> {
  await tx.query('DELETE FROM mailed_tokens WHERE purpose = $1 AND customer_id = $2', [purpose, customerId]);
}

/** Tokens that nobody can use any more. */
export function purgeOldMailedTokens(sql: Sql): Promise<number> {
  return purge(sql, { table: 'mailed_tokens', key: 'token_hash', where: 'expires_at <= now()' });
}
