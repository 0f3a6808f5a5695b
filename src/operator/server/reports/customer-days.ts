import { type CustomerAccount, customerAccounts } from '#ledger/journal.ts';
import { kindsMoving } from '#ledger/server/kinds-moving.ts';
import { house } from '#ledger/server/ledger-pass.ts';
import { requireOne, type Sql } from '#database/server/database.ts';
import type { ReportDays } from './report-days.ts';

/** One account of one customer on one day, in micro-dollars. */
export interface CustomerDay {
  customer: string;
  account: CustomerAccount;
  day: string;
  came: bigint;
  went: bigint;
  closing: bigint;
  entries: number;
  /** The part withheld as tax, less what was given back. */
  withheld: bigint;
}

/** How many customers are read together: memory never holds more. */
const together = 1_000;

/** An account that never moved has one row on the first day, unless it is zero. */
const customerDaysSql = `
  WITH moved AS (
    SELECT owner, account, greatest(day, to_char($1::timestamptz AT TIME ZONE (SELECT house_zone()), 'YYYY-MM-DD')) AS day,
      sum(change) FILTER (WHERE day IS NULL) AS opening,
      coalesce(sum(change) FILTER (WHERE day IS NOT NULL AND change > 0), 0) AS came,
      coalesce(-sum(change) FILTER (WHERE day IS NOT NULL AND change < 0), 0) AS went,
      count(*) FILTER (WHERE day IS NOT NULL) AS entries,
      coalesce(-sum(change) FILTER (WHERE day IS NOT NULL AND other = 'taxes'), 0) AS withheld
    FROM (
      SELECT owner, side.account, side.change, side.other,
        CASE WHEN happened_at >= $1 THEN to_char(happened_at AT TIME ZONE (SELECT house_zone()), 'YYYY-MM-DD') END AS day
      FROM ledger.entries CROSS JOIN LATERAL (VALUES (to_account, amount, from_account), (from_account, -amount, to_account)) AS side (account, change, other)
      WHERE owner = ANY ($3::uuid[]) AND happened_at < $2 AND side.account = ANY ($4)
    ) e GROUP BY 1, 2, 3
  )
  SELECT * FROM (
    SELECT owner AS customer, account, day, came::bigint, went::bigint, entries::integer, withheld::bigint,
      sum(coalesce(opening, 0) + came - went) OVER (PARTITION BY owner, account ORDER BY day)::bigint AS closing
    FROM moved
  ) d WHERE came <> 0 OR went <> 0 OR closing <> 0
  ORDER BY customer, account, day`;

/** Yields every customer's accounts, day by day. */
export async function* readCustomerDays(sql: Sql, { start, end }: ReportDays): AsyncGenerator<readonly CustomerDay[]> {
  for (let last: string | undefined = house; last !== undefined;) {
    const found: { owner: string }[] = await sql.query<{ owner: string }>(
      'SELECT owner FROM ledger.accounts WHERE owner > $1 ORDER BY owner LIMIT $2',
      [last, together],
    );
    const owners = found.map(({ owner }) => owner);
    last = owners.at(-1);
    const rows = await sql.query<CustomerDay & Record<string, unknown>>(customerDaysSql, [
      start,
      end,
      owners,
      [...customerAccounts],
    ]);
    if (rows.length > 0) yield rows;
  }
}

/**
 * Whether tax was ever withheld up to the end of these days: a file of days before the first withholding does not mention taxes, whenever
 * it is made.
 */
export async function hasWithheld(sql: Sql, { end }: ReportDays): Promise<boolean> {
  const row = await requireOne<{ has: boolean }>(
    sql,
    `SELECT EXISTS (SELECT FROM ledger.entries WHERE ${await kindsMoving(sql, ['taxes'])} AND to_account = 'taxes' AND happened_at < $1) AS has`,
    [end],
  );
  return row.has;
}
