import type { Sql } from '#platform/server/database.ts';

const tables = ['authenticator_setups', 'passkey_challenges', 'login_tickets', 'lost_key_links'] as const;

/** What nobody can use any more. Approvals that were used stay: they are their withdrawal's evidence. */
export async function forgetOldSecondKeyTraces(sql: Sql): Promise<void> {
  for (const table of tables) await sql.query(`DELETE FROM ${table} WHERE expires_at <= now()`);
  await sql.query('DELETE FROM withdrawal_approvals WHERE used_at IS NULL AND expires_at <= now()');
}
