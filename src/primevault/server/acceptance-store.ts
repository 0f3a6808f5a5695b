import { readOne, type Sql } from '#database/server/database.ts';
import { vaultTermsVersion } from '../terms-version.ts';

/** Records acceptance of the current terms. Accepting them again keeps the first acceptance. */
export async function insertAcceptance(sql: Sql, customerId: string, now: Date): Promise<void> {
  await sql.query(
    `INSERT INTO vault_acceptances (customer_id, cell, version, accepted_at) VALUES ($1, cell_of($1), $3, $2)
     ON CONFLICT DO NOTHING`,
    [customerId, now, vaultTermsVersion],
  );
}

/** Whether the customer has accepted the current terms. */
export async function hasAccepted(sql: Sql, customerId: string): Promise<boolean> {
  const text = 'SELECT FROM vault_acceptances WHERE customer_id = $1 AND cell = cell_of($1) AND version = $2';
  return (await readOne(sql, text, [customerId, vaultTermsVersion])) !== null;
}
