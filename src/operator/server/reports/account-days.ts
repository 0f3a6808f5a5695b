import { type AccountKind, customerAccounts, type HouseAccount, houseAccounts } from '#ledger/journal.ts';
import { kindsMoving } from '#ledger/server/kinds-moving.ts';
import { type Micros, micros, zero } from '#money/money.ts';
import type { Sql } from '#database/server/database.ts';
import type { ReportDays } from './report-days.ts';

/** One account of the books on one day: opening + in − out = closing. */
export interface AccountDay {
  day: string;
  account: AccountKind;
  opening: Micros;
  in: Micros;
  out: Micros;
  closing: Micros;
  /** The number of entries that touched it. */
  entries: number;
}

interface MovedRow {
  account: AccountKind;
  /** Null for everything after the last day. */
  day: string | null;
  came: bigint;
  went: bigint;
  entries: number;
}

/** Both sides of each entry from the first day on, day by day, and one sum for everything after the last day. */
const movedSql = `
  SELECT account, day, coalesce(sum(came), 0)::bigint AS came, coalesce(sum(went), 0)::bigint AS went, sum(entries)::integer AS entries
  FROM (
    SELECT from_account, to_account, sum(amount) AS amount, count(*) AS entries,
      CASE WHEN happened_at < $2 THEN to_char(happened_at AT TIME ZONE (SELECT house_zone()), 'YYYY-MM-DD') END AS day
    FROM ledger.entries WHERE happened_at >= $1 GROUP BY 1, 2, 5
  ) e CROSS JOIN LATERAL (VALUES (to_account, amount, 0), (from_account, 0, amount)) AS side (account, came, went)
  GROUP BY 1, 2 ORDER BY 1, 2 NULLS LAST`;

/**
 * The current balance of the accounts that store one: computing backwards from it, a day costs only what has moved since, not all that ever
 * moved.
 */
const standingSql = `
  SELECT side.account, coalesce(sum(side.amount), 0)::bigint AS amount
  FROM ledger.accounts a CROSS JOIN LATERAL (VALUES ('balance', a.balance), ('held', a.held), ('invested', a.invested),
    ('promised', a.promised), ('zord', a.zord)) AS side (account, amount) GROUP BY 1
  UNION ALL SELECT 'treasury', sum(balance)::bigint FROM ledger.treasury`;

const withoutBalance: readonly HouseAccount[] = ['brokerage', 'funding', 'fees', 'trading', 'taxes', 'authority'];
const notKept = `(${withoutBalance.map((account) => `'${account}'`).join(', ')})`;
/** The earlier balance of the other accounts, from the kinds of events that move them. */
const beforeSql = (moving: string): string => `
  SELECT side.account, sum(side.change)::bigint AS amount
  FROM (
    SELECT from_account, to_account, sum(amount) AS amount FROM ledger.entries
    WHERE ${moving} AND happened_at < $1 GROUP BY 1, 2
  ) e CROSS JOIN LATERAL (VALUES (to_account, amount), (from_account, -amount)) AS side (account, change)
  WHERE side.account IN ${notKept} GROUP BY 1`;

const allAccounts: readonly AccountKind[] = [...customerAccounts, ...houseAccounts];

type Amounts = { account: AccountKind; amount: bigint }[];

/**
 * Returns a row per account and day on which it moved, by account and day; an account that never moved has one row on the first day, unless
 * it is zero. Needs a transaction with one snapshot.
 */
export async function readAccountDays(
  sql: Sql,
  { from, start, end }: ReportDays,
  accounts: readonly AccountKind[] = allAccounts,
): Promise<AccountDay[]> {
  const rows = await sql.query<MovedRow & Record<string, unknown>>(movedSql, [start, end]);
  const standing: Amounts = await sql.query(standingSql);
  const needsBefore = accounts.some((account) => withoutBalance.some((other) => other === account));
  const before: Amounts = needsBefore
    ? await sql.query(beforeSql(await kindsMoving(sql, withoutBalance)), [start])
    : [];
  return accounts.flatMap((account) => {
    const own = rows.filter((row) => row.account === account);
    const now = standing.find((each) => each.account === account);
    const opening = now
      ? now.amount - own.reduce((total, { came, went }) => total + came - went, 0n)
      : (before.find((each) => each.account === account)?.amount ?? 0n);
    return carryForward(account, from, micros(opening), own);
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
