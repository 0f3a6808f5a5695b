import { type Percent, percentFromJsonNumber } from '#money/money.ts';
import { percentUpTo } from '#money/percent-schema.ts';
import type { Config } from '#settings/server/config.ts';
import type { Sql } from '#database/server/database.ts';
import { dayIn } from '#platform/server/span.ts';
import { readHouseZone } from '#settings/server/house-zone.ts';
import { declareSetting, readSetting } from '#settings/server/settings.ts';
import type { PayoutProduct } from '../contract.ts';
import type { FeedOperation } from './read-feed-line.ts';

const mostPerOperation = declareSetting({
  key: 'payouts.most_per_operation_percent',
  unit: 'percent',
  description:
    'The largest payout, gain or loss, of an imported operation, in per cent, 0 to 1000, at most two decimals',
  schema: percentUpTo(1000),
  standard: (mode) => (mode === 'production' ? 10 : 100),
});

const mostPerDay = declareSetting({
  key: 'payouts.most_per_day_percent',
  unit: 'percent',
  description:
    'The largest sum of payouts of a product’s operations on one day, gains and losses added up alike, in per cent, 0 to 10000, at most two decimals',
  schema: percentUpTo(10_000),
  // A sandbox shows what large gains and losses do.
  standard: (mode) => (mode === 'production' ? 30 : 300),
});

export const payoutSettings = [mostPerOperation, mostPerDay];

export interface PayoutBounds {
  perOperation: Percent;
  perDay: Percent;
}

export async function readPayoutBounds(sql: Sql, mode: Config['mode']): Promise<PayoutBounds> {
  return {
    perOperation: percentFromJsonNumber(await readSetting(sql, mostPerOperation, mode)),
    perDay: percentFromJsonNumber(await readSetting(sql, mostPerDay, mode)),
  };
}

export type BoundProblem = 'payout_above_bound' | 'day_above_bound';

/**
 * Returns the new operations that exceed a bound, by reference. Gains and losses are added up alike: a loss followed by the same gain pays everybody who
 * opened between them. While importing, the feed is locked, so that concurrent imports of one day are added up.
 */
export async function findExcesses(
  sql: Sql,
  { product, bounds }: { product: PayoutProduct; bounds: PayoutBounds },
  operations: readonly FeedOperation[],
): Promise<Map<string, BoundProblem>> {
  const zone = await readHouseZone(sql);
  const dayOf = ({ happenedAt }: FeedOperation): string => dayIn(zone, happenedAt);
  const sums = await readDaySums(sql, product, [...new Set(operations.map(dayOf))]);
  const excesses = new Map<string, BoundProblem>();
  for (const operation of operations) {
    const size = operation.payout < 0n ? -operation.payout : operation.payout;
    const sum = (sums.get(dayOf(operation)) ?? 0n) + size;
    sums.set(dayOf(operation), sum);
    if (size > bounds.perOperation) excesses.set(operation.reference, 'payout_above_bound');
    else if (sum > bounds.perDay) excesses.set(operation.reference, 'day_above_bound');
  }
  return excesses;
}

async function readDaySums(sql: Sql, product: PayoutProduct, days: readonly string[]): Promise<Map<string, bigint>> {
  const rows = await sql.query<{ day: string; sum: bigint }>(
    `SELECT day, (SELECT coalesce(sum(abs(payout)), 0)::bigint FROM operations
       WHERE product = $1 AND happened_at >= house_midnight(day::date) AND happened_at < house_midnight(day::date + 1)) AS sum
     FROM unnest($2::text[]) AS day`,
    [product, days],
  );
  return new Map(rows.map(({ day, sum }) => [day, sum]));
}
