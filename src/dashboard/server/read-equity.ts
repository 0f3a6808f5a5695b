import { micros, toJsonNumber } from '#money/money.ts';
import { requireOne, type Sql } from '#platform/server/database.ts';
import { refusePlatform } from '#platform/refusals.ts';
import { addDays, dayMs } from '#platform/clock.ts';
import type { Asked } from '#platform/server/serve.ts';
import { readSpan } from '#platform/server/span.ts';
import type { EquityPoint, readEquity as readEquityContract } from '../contract.ts';
import { equitySql } from './equity-sql.ts';

const defaultDays = 90;
const mostDays = 400;

interface EquityRow {
  date: string;
  balance: bigint;
  stake: bigint;
  vault: bigint;
  copytrade: bigint;
  primezord: bigint;
}

/**
 * What the customer was worth at the end of each day: the free balance, running stakes and active vault investments at amount
 * plus accrued profit, licences at amount plus what they stood at, and the bot's wallet with what its investments stood at.
 * Today's point is of this moment. Ninety days unless the caller asks for another span, at most 400; of a longer one, what lies
 * before there was an account is left out.
 */
export async function readEquity(
  sql: Sql,
  { investor, query }: Pick<Asked<typeof readEquityContract>, 'investor' | 'query'>,
): Promise<EquityPoint[]> {
  const span = readSpan(query);
  const isPast = query.end !== undefined && Date.parse(span.end) <= investor.now.getTime();
  const end = isPast ? new Date(span.end) : investor.now;
  // A span that ends where a day begins has nothing of that day.
  const last = isPast ? new Date(end.getTime() - 1) : end;
  const asked = query.start ? new Date(span.start) : addDays(end, 1 - defaultDays);
  const start = isTooLong(asked, end) ? await readBeginning(sql, investor.id, asked) : asked;
  if (isTooLong(start, end)) throw refusePlatform('invalid_field', { field: 'start' });
  const rows = await sql.query<EquityRow>(equitySql, [investor.id, start, end, query.tz, last]);
  return rows.map(showPoint);
}

function isTooLong(start: Date, end: Date): boolean {
  return end.getTime() - start.getTime() > mostDays * dayMs;
}

/** What is asked for, or the first moment of the account where that is later. */
async function readBeginning(sql: Sql, customerId: string, asked: Date): Promise<Date> {
  const { beginning } = await requireOne<{ beginning: Date }>(
    sql,
    'SELECT greatest(created_at, $2) AS beginning FROM customers WHERE id = $1',
    [customerId, asked],
  );
  return beginning;
}

function showPoint(row: EquityRow): EquityPoint {
  return {
    Date: row.date,
    Total: toJsonNumber(micros(row.balance + row.stake + row.vault + row.copytrade + row.primezord)),
    Balance: toJsonNumber(micros(row.balance)),
    Stake: toJsonNumber(micros(row.stake)),
    Copytrade: toJsonNumber(micros(row.copytrade)),
    Vault: toJsonNumber(micros(row.vault)),
    Primezord: toJsonNumber(micros(row.primezord)),
  };
}
