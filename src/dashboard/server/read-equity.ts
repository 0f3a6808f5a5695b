import { type Micros, micros, sum, toJsonNumber, zero } from '#money/money.ts';
import { wholeCents } from '#money/shown.ts';
import { requireOne, type Sql } from '#database/server/database.ts';
import { refusePlatform } from '#platform/refusals.ts';
import { addDays, dayMs } from '#platform/clock.ts';
import type { Investor } from '#http/server/investor.ts';
import type { CallRequest } from '#http/server/serve.ts';
import { daysBetween, readSpan } from '#platform/server/span.ts';
import { readTogether } from '#database/server/read-together.ts';
import { byPart, type Product, products, walletProduct } from '#positions/registry.ts';
import type { EquityPoint, readEquity as readEquityContract } from '../contract.ts';
import { closingsSql, feedsSql, positionsSql } from './equity-sql.ts';
import { type ClosingRow, type FeedRow, type PositionRow, valuePositions, type Worths } from './value-positions.ts';

const defaultDays = 90;
const mostDays = 400;

/**
 * The customer's equity at the end of each day: the available balance, every running position at its amount plus what it had accrued, or
 * its result by the operations until then, and the bot's wallet. Today's point is as of now. Ninety days unless the caller requests another
 * span, at most 400; from a longer one, days before the account existed are left out.
 */
export async function readEquity(
  sql: Sql,
  {
    investor,
    query,
  }: Pick<CallRequest<typeof readEquityContract>, 'query'> & { investor: Pick<Investor, 'id' | 'now'> },
): Promise<EquityPoint[]> {
  const span = readSpan(query);
  const isPast = query.end !== undefined && Date.parse(span.end) <= investor.now.getTime();
  const end = isPast ? new Date(span.end) : investor.now;
  // A span ending exactly at the start of a day excludes that day.
  const last = isPast ? new Date(end.getTime() - 1) : end;
  const wanted = query.start ? new Date(span.start) : addDays(end, 1 - defaultDays);
  const start = isTooLong(wanted, end) ? await readBeginning(sql, investor.id, wanted) : wanted;
  if (isTooLong(start, end)) throw refusePlatform('invalid_field', { field: 'start' });
  const days = daysBetween(start, last, query.tz);
  const closing = [investor.id, end, last, days.map(({ date }) => date), days.map(({ ends }) => ends)];
  const [closings, feeds, positions] = await readTogether<[ClosingRow, FeedRow, PositionRow]>(
    sql,
    [closingsSql, closing],
    [feedsSql, closing],
    [positionsSql, [investor.id, start, end]],
  );
  const worths = await valuePositions(closings, feeds, positions);
  return closings.map((row, at) => presentPoint(row, worths, at)).toReversed();
}

/** The last point of the chart: what the customer has now. */
export async function readToday(sql: Sql, investor: Pick<Investor, 'id' | 'now'>): Promise<EquityPoint> {
  const query = { start: investor.now.toISOString(), tz: 'UTC' };
  const [today] = await readEquity(sql, { investor, query });
  if (!today) throw new Error('today has a point of its own');
  return today;
}

function isTooLong(start: Date, end: Date): boolean {
  return end.getTime() - start.getTime() > mostDays * dayMs;
}

/** The requested start, or the creation of the account if that is later. */
async function readBeginning(sql: Sql, customerId: string, wanted: Date): Promise<Date> {
  const { beginning } = await requireOne<{ beginning: Date }>(
    sql,
    'SELECT greatest(created_at, $2) AS beginning FROM customers WHERE id = $1',
    [customerId, wanted],
  );
  return beginning;
}

function presentPoint({ date, balance, zord }: ClosingRow, worths: Worths, at: number): EquityPoint {
  return {
    Date: date,
    ...addUp(micros(balance), micros(zord), (product) => worths.get(product)?.[at]?.exact),
    Shown: addUp(wholeCents(micros(balance)), wholeCents(micros(zord)), (product) => worths.get(product)?.[at]?.shown),
  };
}

function addUp(balance: Micros, zord: Micros, worthOf: (product: Product) => Micros | undefined): EquityPoint['Shown'] {
  const worth = (product: Product): Micros => worthOf(product) ?? zero;
  return {
    Total: toJsonNumber(sum([balance, zord, ...products.map(worth)])),
    Balance: toJsonNumber(balance),
    ...byPart((product) => toJsonNumber(sum([product === walletProduct ? zord : zero, worth(product)]))),
  };
}
