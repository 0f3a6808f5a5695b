import { createHash } from 'node:crypto';
import { networkOf } from '#http/server/network-of.ts';
import type { Tx } from '#database/server/database.ts';
import { isTokenShaped } from '#platform/server/secret-token.ts';
import type { Arrival } from './known-devices.ts';

/**
 * Records where a login came from, so that many accounts of one device or network can be found to belong together (docs/decisions/0011-mail.md). A
 * device is identified by the hash of its token, which opens nothing. Written at most once a day for each, and not awaited.
 */
export function noteOrigins(tx: Tx, customerId: string, { deviceToken, address }: Omit<Arrival, 'userAgent'>): void {
  const device =
    deviceToken !== undefined && isTokenShaped(deviceToken)
      ? createHash('sha256').update(`device:${deviceToken}`).digest('hex')
      : null;
  if (device === null && address === undefined) return;
  tx.send(
    `INSERT INTO customer_origins AS o (customer_id, cell, kind, mark)
     SELECT $1, cell_of($1), kind, mark FROM (VALUES ('address', $2::text), ('device', $3::text)) AS seen (kind, mark)
     WHERE mark IS NOT NULL
     ON CONFLICT (customer_id, kind, mark, cell) DO UPDATE SET last_seen_at = now()
       WHERE o.last_seen_at < now() - interval '1 day'`,
    [customerId, address === undefined ? null : networkOf(address), device],
  );
}
