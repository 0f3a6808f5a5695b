import { micros, toJsonNumber } from '#money/money.ts';
import { requireOne, type Sql } from '#platform/server/database.ts';
import type { BotWallet } from '../contract.ts';

/** What a dollar is worth in BRL when it leaves, 0 when there is no rate. Handed in: where it comes from is not ours. */
export type ReadDollarRate = (sql: Sql) => Promise<number>;

/** The wallet as it stands: what is available, what is invested, and both together. */
export async function readBotWallet(sql: Sql, customerId: string, dollarRate: number): Promise<BotWallet> {
  const row = await requireOne<{ available: bigint; blocked: bigint }>(
    sql,
    `SELECT max(b.balance) FILTER (WHERE a.kind = 'zord') AS available,
       max(b.balance) FILTER (WHERE a.kind = 'zord_blocked') AS blocked
     FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
     WHERE a.owner = $1 AND a.kind IN ('zord', 'zord_blocked')`,
    [customerId],
  );
  return {
    Balance: toJsonNumber(micros(row.available + row.blocked)),
    Available: toJsonNumber(micros(row.available)),
    Blocked: toJsonNumber(micros(row.blocked)),
    DollarRate: dollarRate,
  };
}
