import { type Micros, micros, zero } from '#money/money.ts';
import { readOne, requireOne, type Sql } from '#database/server/database.ts';
import { type AccountKind, type CustomerAccount, customerAccounts, houseAccounts } from '../journal.ts';

export type Accounts = Record<CustomerAccount, Micros>;

/** Returns what a customer has in each account; zero where nothing has moved yet. */
export async function readAccounts(sql: Sql, owner: string): Promise<Accounts> {
  const row = await readOne<Record<CustomerAccount, bigint>>(
    sql,
    `SELECT ${customerAccounts.join(', ')} FROM ledger.accounts WHERE owner = $1`,
    [owner],
  );
  const accounts = customerAccounts.map((account) => [account, row ? micros(row[account]) : zero]);
  return Object.fromEntries(accounts) as Accounts;
}

/** Returns a customer account's balance. */
export async function readBalance(sql: Sql, owner: string, account: CustomerAccount = 'balance'): Promise<Micros> {
  return (await readAccounts(sql, owner))[account];
}

export interface HouseBalance {
  kind: AccountKind;
  balance: Micros;
}

/**
 * Returns the total of each kind of account: those of customers and the treasury as stored, the other house accounts derived from the
 * entries. Scans the whole ledger, so it is for the operator, never for a customer's request.
 */
export async function sumAccounts(sql: Sql): Promise<HouseBalance[]> {
  const derived = houseAccounts.filter((account) => account !== 'treasury');
  const sums = customerAccounts.map((account) => `('${account}', (SELECT sum(${account}) FROM ledger.accounts))`);
  const rows = await sql.query<{ kind: AccountKind; balance: bigint }>(
    `SELECT kind, coalesce(balance, 0)::bigint AS balance FROM (VALUES ${sums.join(', ')},
       ('treasury', (SELECT sum(balance) FROM ledger.treasury))) AS running (kind, balance)
     UNION ALL
     SELECT account, coalesce(sum(change), 0)::bigint FROM unnest($1::text[]) AS account LEFT JOIN (
       SELECT to_account AS account, amount AS change FROM ledger.entries
       UNION ALL SELECT from_account, -amount FROM ledger.entries
     ) moved USING (account) GROUP BY account
     ORDER BY kind`,
    [derived],
  );
  return rows.map((row) => ({ kind: row.kind, balance: micros(row.balance) }));
}

/** Returns what the treasury has left to promise. */
export async function readTreasury(sql: Sql): Promise<Micros> {
  const row = await requireOne<{ balance: bigint }>(sql, 'SELECT ledger.capacity() AS balance');
  return micros(row.balance);
}
