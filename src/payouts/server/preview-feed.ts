import { type Percent, percent } from '#money/money.ts';
import { readBusinessClock } from '#database/server/business-clock.ts';
import type { Config } from '#settings/server/config.ts';
import type { Sql } from '#database/server/database.ts';
import type { PayoutProduct } from '../contract.ts';
import type { DateOrder } from '../date-orders.ts';
import { refusePayouts } from '../refusals.ts';
import { readOpensBefore } from './feed-settings.ts';
import { findLate, judgeFeed, type JudgedFeed } from './import-operations.ts';
import { readPaidUntil } from './operation-store.ts';
import { readPayoutBounds } from './payout-bounds.ts';
import { readFeed } from './read-feed.ts';
import { decimal, type FeedOperation } from './read-feed-line.ts';

/** What importing a file would do now, with the sums of the file itself, to be compared with those of the desk. */
export interface PreviewedFeed extends JudgedFeed {
  /** Until when the file says that the feed is complete. */
  completeUntil: Date | null;
  /** The new ones that closed before `paidUntil`: positions that ended by then are paid, and receive nothing of them. */
  late: FeedOperation[];
  paidUntil: Date;
  /** Of all lines that can be read, known ones too. */
  file: { lines: number; payout: Percent };
  /** Of the new ones. */
  payout: Percent;
  first: Date | null;
  last: Date | null;
}

/** Judges a file as its import would. Nothing is written. */
export async function previewFeed(
  sql: Sql,
  mode: Config['mode'],
  { product, ...written }: { product: PayoutProduct; text: string; order: DateOrder | null },
): Promise<PreviewedFeed> {
  const { lines, completeUntil } = await readFeed(sql, written);
  const { now } = await readBusinessClock(sql);
  if (completeUntil && completeUntil > now) throw refusePayouts('complete_until_in_future');
  const opensBefore = await readOpensBefore(sql, mode);
  const bounds = await readPayoutBounds(sql, mode);
  const paidUntil = await readPaidUntil(sql, product, now);
  const judged = await judgeFeed(sql, { product, lines, now, opensBefore, bounds });
  const dates = judged.added.map(({ happenedAt }) => happenedAt).toSorted((one, other) => Number(one) - Number(other));
  const payouts = lines.map(({ cells }) => cells?.payout ?? '').filter((payout) => decimal.test(payout));
  return {
    ...judged,
    completeUntil: completeUntil ?? null,
    late: findLate(judged.added, paidUntil),
    paidUntil,
    file: { lines: lines.length, payout: sum(payouts.map(percent)) },
    payout: sum(judged.added.map(({ payout }) => payout)),
    first: dates[0] ?? null,
    last: dates.at(-1) ?? null,
  };
}

function sum(payouts: readonly Percent[]): Percent {
  return payouts.reduce((total, payout) => total + payout, 0n) as Percent;
}
