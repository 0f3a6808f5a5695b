import { setImmediate as others } from 'node:timers/promises';
import { accruedProfit, payoutResult } from '#money/accrual.ts';
import { type Micros, micros, type Percent, zero } from '#money/money.ts';
import { wholeCents } from '#money/shown.ts';
import type { Product } from '#positions/registry.ts';
import type { Figure } from './read-home-report.ts';

export interface ClosingRow {
  date: string;
  closes: Date;
  balance: bigint;
  zord: bigint;
}

/** What a product's operations had paid in all at each closing, in their order. */
export interface FeedRow {
  product: Product;
  paid: readonly string[];
}

export interface PositionRow {
  product: Product;
  amount: bigint;
  promised: bigint;
  is_traded: boolean;
  started_at: Date;
  ends_at: Date;
  closed_at: Date | null;
  /** Paid by the product's operations before it started, and before it ended; nothing where it runs on or the yield is fixed. */
  paid_before: bigint;
  paid_in_all: bigint;
  /** Operations, by date and payout, that it was paid without because they were not known yet. */
  late: [at: string, payout: string][] | null;
}

/** What the positions of each product were worth at each closing. */
export type Worths = ReadonlyMap<Product, readonly Figure[]>;

/** So many values are reckoned before others have their turn. */
const mostAtOnce = 5_000;

/**
 * What ran at each closing, at its amount and what it had accrued, or stood at by the operations until then: of all that are known
 * while it runs, and, once it is paid, of those alone that it was paid from.
 */
export async function valuePositions(
  closings: readonly ClosingRow[],
  feeds: readonly FeedRow[],
  positions: readonly PositionRow[],
): Promise<Worths> {
  const moments = closings.map(({ closes }) => closes.getTime());
  const paid = new Map(feeds.map((feed) => [feed.product, feed.paid.map(BigInt)]));
  const worths = new Map<Product, Figure[]>();
  let reckoned = 0;
  for (const position of positions) {
    const { product, amount, started_at: start, closed_at: closed } = position;
    const figures = worths.get(product) ?? moments.map(() => ({ exact: zero, shown: zero }));
    worths.set(product, figures);
    const until = closed?.getTime() ?? Infinity;
    let at = moments.findIndex((moment) => moment >= start.getTime());
    if (at < 0) continue;
    const paidAt = paid.get(product);
    const lateUntil = addUpLate(position.late);
    for (; at < moments.length && (moments[at] as number) < until; at += 1) {
      const moment = (closings[at] as ClosingRow).closes;
      const payouts = { paid: paidAt?.[at] ?? 0n, late: lateUntil(moments[at] as number) };
      const worth = micros(amount + profitAt(position, moment, payouts));
      const figure = figures[at] as Figure;
      figure.exact = micros(figure.exact + worth);
      figure.shown = micros(figure.shown + wholeCents(worth));
      reckoned += 1;
      if (reckoned % mostAtOnce === 0) await others();
    }
  }
  return worths;
}

/** What the late ones of a position's operations paid until moments that only ever go on: each is looked at once, not once a day. */
function addUpLate(late: PositionRow['late']): (momentMs: number) => bigint {
  if (!late) return () => 0n;
  const waiting = late.map(([at, payout]) => ({ atMs: Date.parse(at), payout: BigInt(payout) }));
  waiting.sort((one, other) => other.atMs - one.atMs);
  let total = 0n;
  return (momentMs) => {
    for (let next = waiting.at(-1); next && next.atMs <= momentMs; next = waiting.at(-1)) {
      total += next.payout;
      waiting.pop();
    }
    return total;
  };
}

/** `paid` is all that the product's operations had paid by then, `late` what of it this position was paid without. */
function profitAt(position: PositionRow, moment: Date, { paid, late }: { paid: bigint; late: bigint }): Micros {
  const { amount, promised, is_traded: isTraded, started_at: start, ends_at: end } = position;
  if (!isTraded) return accruedProfit(micros(promised), start, end, moment);
  const inAll = end <= moment ? position.paid_in_all : paid;
  return payoutResult(micros(amount), (inAll - position.paid_before - late) as Percent);
}
