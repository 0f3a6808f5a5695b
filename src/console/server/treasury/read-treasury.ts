import { type Micros, micros, sum, toJsonNumber } from '#money/money.ts';
import { readTreasury as readLeft } from '#ledger/server/account-store.ts';
import { sumAwardsToCome } from '#network/server/bonus-store.ts';
import { readBusinessClock } from '#database/server/business-clock.ts';
import { dayMs } from '#platform/clock.ts';
import type { Config } from '#settings/server/config.ts';
import { requireOne, type Sql } from '#database/server/database.ts';
import { readSetting } from '#settings/server/settings.ts';
import { stakePlansSetting } from '#stakes/server/stake-settings.ts';
import { type Product, products } from '#positions/registry.ts';
import { resultSql } from '#positions/server/position-store.ts';
import type { Treasury } from '#console/treasury-contract.ts';
import { readTaxes } from '#operator/server/owed-taxes.ts';
import { byWhom } from '../of-member.ts';

/** The window over which the pace of promising is averaged. */
const paceDays = 30;
const fundingShown = 50;

interface OwedRow {
  product: Product;
  month: string;
  positions: number;
  principal: bigint;
  promised: bigint;
  result: bigint;
}

interface FundingRow {
  key: string;
  happened_at: Date;
  amount: bigint;
  operator: string | null;
  reason: string | null;
}

/** The treasury left to promise, the promised profits by due month, past funding, and how long the rest lasts. */
export async function readTreasury(sql: Sql, mode: Config['mode']): Promise<Omit<Treasury, 'BehindSeconds'>> {
  const owed = await sql.query<OwedRow & Record<string, unknown>>(
    `SELECT product, to_char(ends_at AT TIME ZONE (SELECT house_zone()), 'YYYY-MM') AS month, count(*)::integer AS positions,
       sum(amount)::bigint AS principal, sum(promised)::bigint AS promised, sum(${resultSql})::bigint AS result
     FROM positions WHERE state = 'running' GROUP BY 1, 2 ORDER BY 2`,
  );
  const left = await readLeft(sql);
  const awards = await sumAwardsToCome(sql);
  const pace = await readPace(sql);
  const months = [...new Set(owed.map(({ month }) => month))];
  return {
    Left: toJsonNumber(left),
    Free: toJsonNumber(micros(left - awards.owed - awards.waiting)),
    AwardsOwed: toJsonNumber(awards.owed),
    BonusesWaiting: toJsonNumber(awards.waiting),
    Awards: toJsonNumber(micros(awards.owed + awards.waiting)),
    Taxes: await presentTaxes(sql),
    Promised: toJsonNumber(sum(owed.map(({ promised }) => micros(promised)))),
    Products: products.map((product) => ({ Product: product, ...add(owed.filter((row) => row.product === product)) })),
    Months: months.map((month) => ({ Month: month, ...add(owed.filter((row) => row.month === month)) })),
    Pace: toJsonNumber(pace),
    RunwayDays: runwayDays(left, pace),
    Funding: await readFunding(sql),
    Periods: (await readSetting(sql, stakePlansSetting, mode)).map(({ days }) => days),
  };
}

async function presentTaxes(sql: Sql): Promise<Treasury['Taxes']> {
  const { owed, paid } = await readTaxes(sql);
  const withheld = micros(owed + paid);
  if (withheld === 0n) return null;
  return { Withheld: toJsonNumber(withheld), Paid: toJsonNumber(paid), Owed: toJsonNumber(owed) };
}

function add(rows: readonly OwedRow[]) {
  const total = (of: (row: OwedRow) => bigint): number => toJsonNumber(sum(rows.map((row) => micros(of(row)))));
  return {
    Positions: rows.reduce((count, row) => count + row.positions, 0),
    Principal: total((row) => row.principal),
    Promised: total((row) => row.promised),
    Result: total((row) => row.result),
  };
}

/** Average promised per day over the window, in business time; to the micro-dollar, rounded down. */
export async function readPace(sql: Sql): Promise<Micros> {
  const { now } = await readBusinessClock(sql);
  const { promised } = await requireOne<{ promised: bigint }>(
    sql,
    'SELECT coalesce(sum(promised), 0)::bigint AS promised FROM positions WHERE started_at > $1',
    [new Date(now.getTime() - paceDays * dayMs)],
  );
  return micros(promised / BigInt(paceDays));
}

/** For how many whole days the rest lasts; null while nothing is being promised. */
export function runwayDays(left: Micros, pace: Micros): number | null {
  return pace === 0n ? null : Number(left / pace);
}

/** Deposits to and withdrawals from the treasury, newest first, with the person who made them. */
async function readFunding(sql: Sql): Promise<Treasury['Funding']> {
  const rows = await sql.query<FundingRow & Record<string, unknown>>(
    `SELECT j.key, j.happened_at, CASE j.kind WHEN 'treasury_funded' THEN j.amounts[1] ELSE -j.amounts[1] END AS amount, ${byWhom} AS operator,
       a.details ->> 'reason' AS reason
     FROM (
       SELECT * FROM ledger.journals WHERE kind IN ('treasury_funded', 'treasury_drawn') ORDER BY happened_at DESC LIMIT ${fundingShown}
     ) j
     LEFT JOIN actions a ON a.action IN ('treasury fund', 'treasury draw') AND a.details ->> 'journal' = j.key
     ORDER BY j.happened_at DESC, j.number DESC`,
  );
  return rows.map(({ key, happened_at, amount, operator, reason }) => ({
    Key: key,
    At: happened_at.toISOString(),
    Amount: toJsonNumber(micros(amount)),
    By: operator,
    Reason: reason,
  }));
}
