import { type Micros, micros, sum, toJsonNumber } from '#money/money.ts';
import { wholeCents } from '#money/shown.ts';
import { requireOne, type Sql } from '#platform/server/database.ts';
import { refusePlatform } from '#platform/refusals.ts';
import { addDays, dayMs } from '#platform/clock.ts';
import type { CallRequest } from '#platform/server/serve.ts';
import { readSpan } from '#platform/server/span.ts';
import type { EquityPoint, readEquity as readEquityContract } from '../contract.ts';
import { equitySql } from './equity-sql.ts';

const defaultDays = 90;
const mostDays = 400;

interface EquityRow {
  date: string;
  balance: bigint;
  /** The bot's wallet, free and blocked. */
  wallet: bigint;
  stake: bigint;
  vault: bigint;
  copytrade: bigint;
  /** What the bot's investments stood at. */
  running: bigint;
  shown_stake: bigint;
  shown_vault: bigint;
  shown_copytrade: bigint;
  shown_running: bigint;
}

/**
 * What the customer was worth at the end of each day: the free balance, running stakes and active vault investments at amount
 * plus accrued profit, licences at amount plus what they stood at, and the bot's wallet with what its investments stood at.
 * Today's point is of this moment. Ninety days unless the caller asks for another span, at most 400; of a longer one, what lies
 * before there was an account is left out.
 */
export async function readEquity(
  sql: Sql,
  { investor, query }: Pick<CallRequest<typeof readEquityContract>, 'investor' | 'query'>,
): Promise<EquityPoint[]> {
  const span = readSpan(query);
  const isPast = query.end !== undefined && Date.parse(span.end) <= investor.now.getTime();
  const end = isPast ? new Date(span.end) : investor.now;
  // A span that ends where a day begins has nothing of that day.
  const last = isPast ? new Date(end.getTime() - 1) : end;
  const wanted = query.start ? new Date(span.start) : addDays(end, 1 - defaultDays);
  const start = isTooLong(wanted, end) ? await readBeginning(sql, investor.id, wanted) : wanted;
  if (isTooLong(start, end)) throw refusePlatform('invalid_field', { field: 'start' });
  const rows = await sql.query<EquityRow>(equitySql, [investor.id, start, end, query.tz, last]);
  return rows.map(presentPoint);
}

function isTooLong(start: Date, end: Date): boolean {
  return end.getTime() - start.getTime() > mostDays * dayMs;
}

/** What is asked for, or the first moment of the account where that is later. */
async function readBeginning(sql: Sql, customerId: string, wanted: Date): Promise<Date> {
  const { beginning } = await requireOne<{ beginning: Date }>(
    sql,
    'SELECT greatest(created_at, $2) AS beginning FROM customers WHERE id = $1',
    [customerId, wanted],
  );
  return beginning;
}

function presentPoint(row: EquityRow): EquityPoint {
  const [balance, wallet] = [micros(row.balance), micros(row.wallet)];
  const exact = {
    Balance: balance,
    Stake: micros(row.stake),
    Copytrade: micros(row.copytrade),
    Vault: micros(row.vault),
    Primezord: micros(wallet + row.running),
  };
  const shown = {
    Balance: wholeCents(balance),
    Stake: micros(row.shown_stake),
    Copytrade: micros(row.shown_copytrade),
    Vault: micros(row.shown_vault),
    Primezord: micros(wholeCents(wallet) + row.shown_running),
  };
  return { Date: row.date, ...withTotal(exact), Shown: withTotal(shown) };
}

type Parts = Record<'Balance' | 'Stake' | 'Copytrade' | 'Vault' | 'Primezord', Micros>;

function withTotal(parts: Parts): Record<'Total' | keyof Parts, number> {
  return {
    Total: toJsonNumber(sum(Object.values(parts))),
    Balance: toJsonNumber(parts.Balance),
    Stake: toJsonNumber(parts.Stake),
    Copytrade: toJsonNumber(parts.Copytrade),
    Vault: toJsonNumber(parts.Vault),
    Primezord: toJsonNumber(parts.Primezord),
  };
}
