import { requireOne, type Sql } from '#database/server/database.ts';
import type { NetworkPrivacy } from '../contract.ts';

export function readPrivacyOf(sql: Sql, customerId: string): Promise<NetworkPrivacy> {
  return requireOne<NetworkPrivacy>(sql, 'SELECT is_masked_to_upline AS "Masked" FROM customers WHERE id = $1', [
    customerId,
  ]);
}

export function writePrivacyOf(sql: Sql, customerId: string, masked: boolean): Promise<NetworkPrivacy> {
  return requireOne<NetworkPrivacy>(
    sql,
    'UPDATE customers SET is_masked_to_upline = $2 WHERE id = $1 RETURNING is_masked_to_upline AS "Masked"',
    [customerId, masked],
  );
}
