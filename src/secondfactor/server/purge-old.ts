import type { Database } from '#database/server/database.ts';
import { purgeCells } from '#database/server/purge.ts';

const tables = [
  ['authenticator_setups', 'customer_id'],
  ['passkey_challenges', 'challenge'],
  ['login_tickets', 'ticket_hash'],
  ['lost_second_factor_links', 'token_hash'],
] as const;

/** Deletes what can no longer be used. Used approvals stay as evidence of their withdrawals. */
export async function purgeOldSecondFactorTraces(db: Database): Promise<number> {
  let purged = await purgeCells(db, {
    table: 'withdrawal_approvals',
    key: 'token_hash',
    where: 'used_at IS NULL AND expires_at <= now()',
  });
  for (const [table, key] of tables) purged += await purgeCells(db, { table, key, where: 'expires_at <= now()' });
  return purged;
}
