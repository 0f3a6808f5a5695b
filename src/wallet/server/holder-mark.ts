import { createHmac, hkdfSync } from 'node:crypto';
import type { Sql } from '#platform/server/database.ts';

/** What stands for whom the brokerage names: a tax number is guessed by trying them all, unless a secret is in it. */
export type MarkHolder = (holder: string) => string;

/** @param readSecret asked at the first use */
export function createHolderMark(readSecret: () => string): MarkHolder {
  let key: Buffer | null = null;
  const keyOf = (): Buffer => (key ??= Buffer.from(hkdfSync('sha256', readSecret(), '', 'lastro holder', 32)));
  return (holder) => createHmac('sha256', keyOf()).update(holder).digest('hex');
}

/** Whose account the brokerage says it is: several customers of one holder are found by it. */
export async function noteHolder(sql: Sql, customerId: string, mark: string): Promise<void> {
  await sql.query(
    `INSERT INTO customer_origins AS o (customer_id, cell, kind, mark) VALUES ($1, cell_of($1), 'holder', $2)
     ON CONFLICT (customer_id, kind, mark, cell) DO UPDATE SET last_seen_at = now() WHERE o.last_seen_at < now() - interval '1 day'`,
    [customerId, mark],
  );
}
