import { requireOne, type Sql } from '#database/server/database.ts';
import { publicName } from '#platform/public-name.ts';
import type { NetworkPrivacy } from '../contract.ts';

/** Nothing is told of somebody erased. */
const columns = `c.is_masked_to_upline AS is_masked,
  (SELECT name FROM customers above WHERE above.id = c.referrer_id AND above.erased_at IS NULL) AS inviter`;

export async function readPrivacyOf(sql: Sql, customerId: string): Promise<NetworkPrivacy> {
  return present(await requireOne<PrivacyRow>(sql, `SELECT ${columns} FROM customers c WHERE id = $1`, [customerId]));
}

export async function writePrivacyOf(sql: Sql, customerId: string, masked: boolean): Promise<NetworkPrivacy> {
  const text = `UPDATE customers c SET is_masked_to_upline = $2 WHERE id = $1 RETURNING ${columns}`;
  return present(await requireOne<PrivacyRow>(sql, text, [customerId, masked]));
}

interface PrivacyRow {
  is_masked: boolean;
  inviter: string | null;
}

function present({ is_masked, inviter }: PrivacyRow): NetworkPrivacy {
  return { Masked: is_masked, InvitedBy: inviter && publicName(inviter) };
}
