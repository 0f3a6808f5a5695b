import type { Sql } from '#platform/server/database.ts';
import { purge } from '#platform/server/purge.ts';

const tables = [
  ['authenticator_setups', 'customer_id'],
  ['passkey_challenges', 'challenge'],
  ['login_tickets', 'ticket_hash'],
  ['lost_key_links', 'token_hash'],
] as const;

/** What nobody can use any more. Approvals that were used stay: they are their withdrawal's evidence. */
export async function purgeOldSecondFactorTraces(sql: Sql): Promise<number> {
  let purged = await purge(sql, {
    table: 'withdrawal_approvals',
    key: 'token_hash',
    where: 'used_at IS NULL AND expires_at <= now()',
  });
  for (const [table, key] of tables) purged += await purge(sql, { table, key, where: 'expires_at <= now()' });
  return purged;
}
