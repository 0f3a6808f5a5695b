import { createHash, randomBytes } from 'node:crypto';
import { requireOne, type Sql, type Tx } from '#database/server/database.ts';
import { recoveryCodeCount } from '../contract.ts';
import { readRecoveryCode, writeRecoveryCode } from '../recovery-code.ts';

/** Each code has eighty random bits, so a plain hash reveals nothing; the customer's id keeps equal codes distinct. */
function hashOf(customerId: string, code: string): Buffer {
  return createHash('sha256')
    .update(`${customerId}:${readRecoveryCode(code)}`)
    .digest();
}

/** Replaces all codes with new ones, to be shown once: they cannot be read back from the database. */
export async function drawRecoveryCodes(tx: Tx, customerId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => writeRecoveryCode(randomBytes(16)));
  await tx.query('DELETE FROM recovery_codes WHERE customer_id = $1 AND cell = cell_of($1)', [customerId]);
  await tx.query(
    'INSERT INTO recovery_codes (customer_id, cell, code_hash) SELECT $1, cell_of($1), unnest($2::bytea[])',
    [customerId, codes.map((code) => hashOf(customerId, code))],
  );
  return codes;
}

/** Spends the code; false when it was not good. Of any number of concurrent uses, one succeeds. */
export async function spendRecoveryCode(tx: Tx, customerId: string, code: string, now: Date): Promise<boolean> {
  const spent = await tx.query(
    `UPDATE recovery_codes SET used_at = $3
     WHERE customer_id = $1 AND cell = cell_of($1) AND code_hash = $2 AND used_at IS NULL RETURNING customer_id`,
    [customerId, hashOf(customerId, code), now],
  );
  return spent.length === 1;
}

export async function countRecoveryCodes(sql: Sql, customerId: string): Promise<number> {
  const row = await requireOne<{ count: number }>(
    sql,
    'SELECT count(*)::int AS count FROM recovery_codes WHERE customer_id = $1 AND cell = cell_of($1) AND used_at IS NULL',
    [customerId],
  );
  return row.count;
}
