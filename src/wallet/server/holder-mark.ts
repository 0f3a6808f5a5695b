import { createHmac, hkdfSync } from 'node:crypto';
import type { Sql } from '#database/server/database.ts';

/** Derives a keyed mark of the holder that the brokerage names: without a secret, a tax number could be found by trying them all. */
export type MarkHolder = (holder: string) => string;

/** @param readSecret called at first use */
export function createHolderMark(readSecret: () => string): MarkHolder {
  let key: Buffer | null = null;
  const keyOf = (): Buffer => (key ??= Buffer.from(hkdfSync('sha256', readSecret(), '', 'lastro holder', 32)));
  return (holder) => createHmac('sha256', keyOf()).update(holder).digest('hex');
}

/** Records the account's holder according to the brokerage, by which several customers of one holder are found. */
export async function noteHolder(sql: Sql, customerId: string, mark: string): Promise<void> {
  await sql.query(
    `INSERT INTO customer_origins AS o (customer_id, cell, kind, mark) VALUES ($1, cell_of($1), 'holder', $2)
     ON CONFLICT (customer_id, kind, mark, cell) DO UPDATE SET last_seen_at = now() WHERE o.last_seen_at < now() - interval '1 day'`,
    [customerId, mark],
  );
}
