import { micros, toJsonNumber } from '#money/money.ts';
import { requireOne, type Sql } from '#database/server/database.ts';
import type { MoneyUnderWay } from '../under-way-contract.ts';

/** Reads what the ledger holds for the customer's withdrawals, and the deposits they requested that have not arrived. */
export async function readMoneyUnderWay(sql: Sql, customerId: string): Promise<MoneyUnderWay> {
  const { held, arriving } = await requireOne<{ held: bigint; arriving: bigint }>(
    sql,
    `SELECT coalesce((SELECT held FROM ledger.accounts WHERE owner = $1), 0) AS held,
       coalesce(sum(amount), 0)::bigint AS arriving FROM broker_transfers
     WHERE customer_id = $1 AND direction = 'deposit' AND ended_at IS NULL`,
    [customerId],
  );
  return { Leaving: toJsonNumber(micros(held)), Arriving: toJsonNumber(micros(arriving)) };
}
