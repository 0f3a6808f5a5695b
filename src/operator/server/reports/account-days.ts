import { type AccountKind, customerAccounts, houseAccounts } from '#ledger/journal.ts';
import { type Micros, micros, zero } from '#money/money.ts';
import type { Sql } from '#platform/server/database.ts';
import type { ReportDays } from './report-days.ts';

/** What one account of the books did on one day: opening + in − out = closing. */
export interface AccountDay {
  day: string;
  account: AccountKind;
  opening: Micros;
  in: Micros;
  out: Micros;
  closing: Micros;
  /** How many entries touched it. */
  entries: number;
}

interface MovedRow {
  account: AccountKind;
  /** Null: all that was before the first day. */
  day: string | null;
  came: bigint;
  went: bigint;
  entries: number;
}

/** Both sides of each entry, day by day, and what was before in one sum. */
const movedSql = `
  SELECT account, day, coalesce(sum(came), 0)::bigint AS came, coalesce(sum(went), 0)::bigint AS went, sum(entries)::integer AS entries
  FROM (
    SELECT from_account, to_account, sum(amount) AS amount, count(*) AS entries,
      CASE WHEN happened_at >= $1 THEN to_char(happened_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') END AS day
    FROM ledger.entries WHERE happened_at < $2 GROUP BY 1, 2, 5
  ) e CROSS JOIN LATERAL (VALUES (to_account, amount, 0), (from_account, 0, amount)) AS side (account, came, went)
  GROUP BY 1, 2 ORDER BY 1, 2 NULLS FIRST`;

/**
 * Every account that moved on every day on which it did, by account and day; an account that stood still all the while has one row of the
 * first day, where there is anything on it. Reckoned from the entries, which are the books: no running balance is looked at.
 */
export async function readAccountDays(sql: Sql, { from, start, end }: ReportDays): Promise<AccountDay[]> {
  const rows = await sql.query<MovedRow & Record<string, unknown>>(movedSql, [start, end]);
  return [...customerAccounts, ...houseAccounts].flatMap((account) => {
    const own = rows.filter((row) => row.account === account);
    const before = own.find(({ day }) => day === null);
    const opening = micros((before?.came ?? 0n) - (before?.went ?? 0n));
    return carryForward(account, from, opening, own);
  });
}

function carryForward(account: AccountKind, from: string, opening: Micros, rows: readonly MovedRow[]): AccountDay[] {
  const days: AccountDay[] = [];
  let standing = opening;
  for (const { day, came, went, entries } of rows) {
    if (day === null) continue;
    const closing = micros(standing + came - went);
    days.push({ day, account, opening: standing, in: micros(came), out: micros(went), closing, entries });
    standing = closing;
  }
  if (days.length > 0 || opening === 0n) return days;
  return [{ day: from, account, opening, in: zero, out: zero, closing: opening, entries: 0 }];
}
