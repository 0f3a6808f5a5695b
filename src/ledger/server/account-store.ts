import { type Micros, micros } from '#money/money.ts';
import { requireOne, type Sql, type Tx } from '#platform/server/database.ts';
import type { AccountKind } from '../journal.ts';

/** The accounts of a new customer, all at zero. Opening them again changes nothing. */
export async function openAccounts(tx: Tx, owner: string): Promise<void> {
  await tx.query('SELECT ledger.open_accounts($1)', [owner]);
}

/** What a customer account holds now. */
export async function readBalance(sql: Sql, owner: string, kind: AccountKind = 'balance'): Promise<Micros> {
  const row = await requireOne<{ balance: bigint }>(
    sql,
    `SELECT b.balance FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
     WHERE a.owner = $1 AND a.kind = $2`,
    [owner, kind],
  );
  return micros(row.balance);
}

export interface HouseBalance {
  kind: AccountKind;
  balance: Micros;
}

/**
 * What each kind of account holds in all, derived from the transfers. Reads the whole ledger: for the operator, never for
 * a customer's request.
 */
export async function sumAccounts(sql: Sql): Promise<HouseBalance[]> {
  const rows = await sql.query<{ kind: AccountKind; balance: bigint }>(
    `SELECT a.kind, sum(t.change)::bigint AS balance
     FROM (
       SELECT to_account AS account_id, amount AS change FROM ledger.transfers
       UNION ALL
       SELECT from_account, -amount FROM ledger.transfers
     ) t JOIN ledger.accounts a ON a.id = t.account_id
     GROUP BY a.kind ORDER BY a.kind`,
  );
  return rows.map((row) => ({ kind: row.kind, balance: micros(row.balance) }));
}

/** What the treasury has left to promise: its shards' running balances. */
export async function readTreasury(sql: Sql): Promise<Micros> {
  const row = await requireOne<{ balance: bigint }>(
    sql,
    `SELECT coalesce(sum(balance), 0)::bigint AS balance FROM ledger.balances WHERE account_id BETWEEN 16 AND 31`,
  );
  return micros(row.balance);
}
