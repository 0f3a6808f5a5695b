import { everybody, noteChange } from '#database/server/changes.ts';
import { readOne, requireOne, type Sql, type Tx } from '#database/server/database.ts';
import type { PayoutProduct } from '../contract.ts';
import { reckonIndexFrom } from './operation-store.ts';

/** An import of the desk's, and the operations that came with it. */
export interface ImportRecord {
  id: bigint;
  product: PayoutProduct;
  operations: number;
  /** The sum of their payouts, in millionths of a per cent. */
  payout: bigint;
  /** When the first and the last of them closed. */
  first: Date;
  last: Date;
  /** Until when the feed was complete before it. */
  completeBefore: Date | null;
  madeAt: Date;
  madeBy: string;
  withdrawnAt: Date | null;
}

const columns = `i.id, i.product, (i.last_number - i.first_number + 1)::integer AS operations, sums.*,
  i.complete_before AS "completeBefore", i.made_at AS "madeAt", i.made_by AS "madeBy", i.withdrawn_at AS "withdrawnAt"`;
const from = `operation_imports i CROSS JOIN LATERAL (
  SELECT sum(payout)::bigint AS payout, min(happened_at) AS first, max(happened_at) AS last FROM (
    SELECT payout, happened_at FROM operations WHERE product = i.product AND number BETWEEN i.first_number AND i.last_number
    UNION ALL SELECT payout, happened_at FROM withdrawn_operations WHERE product = i.product AND number BETWEEN i.first_number AND i.last_number
  ) o
) sums`;

export function readImport(sql: Sql, id: number): Promise<ImportRecord | null> {
  return readOne<ImportRecord & Record<string, unknown>>(sql, `SELECT ${columns} FROM ${from} WHERE i.id = $1`, [id]);
}

/** The last imports, newest first. */
export function listImports(sql: Sql, most: number): Promise<ImportRecord[]> {
  return sql.query<ImportRecord & Record<string, unknown>>(
    `SELECT ${columns} FROM ${from} ORDER BY i.id DESC LIMIT $1`,
    [most],
  );
}

/** `paid`: a position was paid by it. */
export type WithdrawalOfImport = 'withdrawn' | 'withdrawn_before' | 'paid' | 'unknown';

/**
 * Withdraws an import whole, unless something was paid by it. What is paid at the same time is either paid before, and it stays, or without
 * it. The feed is then complete until when it was before.
 */
export async function withdrawImport(tx: Tx, id: number, by: string): Promise<WithdrawalOfImport> {
  const { outcome, since, product } = await requireOne<{
    outcome: WithdrawalOfImport;
    since: Date | null;
    product: PayoutProduct | null;
  }>(
    tx,
    'SELECT w.outcome, w.since, (SELECT product FROM operation_imports WHERE id = $1) AS product FROM withdraw_import($1, $2) w',
    [id, by],
  );
  if (since && product) {
    await reckonIndexFrom(tx, product, since);
    noteChange(tx, everybody, 'money');
  }
  return outcome;
}
