import { setImmediate as others } from 'node:timers/promises';
import { accruedProfit, payoutResult, plainAccruedProfit, plainPayoutResult } from '#money/accrual.ts';
import { type Micros, micros, microsPerCent, type Percent } from '#money/money.ts';
import { toPlain } from '#money/plain.ts';
import type { Product } from '#positions/registry.ts';
import type { Figure } from './read-home-report.ts';

export interface ClosingRow {
  date: string;
  closes: Date;
  /** The last instant that counts: what happens at the very end of a day belongs to the next. */
  last: Date;
  balance: bigint;
  zord: bigint;
}

/** Cumulative payout of a product's operations at each closing, in order. */
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
  /**
   * Cumulative payout of the product's operations before its start and before its end. The latter is zero while it runs, both are zero if
   * the yield is fixed.
   */
  paid_before: bigint;
  paid_in_all: bigint;
  /** Operations, by date and payout, that were not yet known when it was paid. */
  late: [at: string, payout: string][] | null;
  /** Operations that were open when it started: it takes no part in them. */
  open_at_start: [at: string, payout: string][] | null;
}

/** The value of each product's positions at each closing. */
export type Worths = ReadonlyMap<Product, readonly Figure[]>;

const perCent = Number(microsPerCent);

/** Number of values computed before yielding to the event loop. */
const mostAtOnce = 20_000;

/** Values summed as whole cents plus the remainder of each, so that tens of thousands of them stay exact as plain numbers. */
interface Total {
  cents: number;
  over: number;
}

/**
 * Values the positions running at each closing: the amount plus what it had accrued, or its result by the operations until then. While a
 * position runs, all known operations count; once it is paid, only those it was paid from.
 */
export async function valuePositions(
  closings: readonly ClosingRow[],
  feeds: readonly FeedRow[],
  positions: readonly PositionRow[],
): Promise<Worths> {
  const moments = closings.map(({ closes }) => closes.getTime());
  const lasts = closings.map(({ last }) => last.getTime());
  const paid = new Map(feeds.map((feed) => [feed.product, feed.paid.map(BigInt)]));
  const totals = new Map<Product, Total[]>();
  let reckoned = 0;
  for (const position of positions) {
    const { product, started_at: start, closed_at: closed } = position;
    const all = totals.get(product) ?? moments.map(() => ({ cents: 0, over: 0 }));
    totals.set(product, all);
    const until = closed?.getTime() ?? Infinity;
    const worthAt = position.is_traded ? tradedWorth(position, lasts, paid.get(product)) : promisedWorth(position);
    const first = lasts.findIndex((last) => last >= start.getTime());
    for (let at = first < 0 ? moments.length : first; at < moments.length; at += 1) {
      if ((lasts[at] as number) >= until) break;
      add(all[at] as Total, worthAt(moments[at] as number, at));
      reckoned += 1;
      if (reckoned % mostAtOnce === 0) await others();
    }
  }
  return new Map(Array.from(totals, ([product, all]) => [product, all.map(figureOf)]));
}

/** A value is never negative: no more can be lost than was invested. */
function add(total: Total, worth: number | Micros): void {
  const isPlain = typeof worth === 'number';
  const cents = isPlain ? Math.floor(worth / perCent) : Number(worth / microsPerCent);
  total.cents += cents;
  total.over += isPlain ? worth - cents * perCent : Number(worth % microsPerCent);
}

function figureOf({ cents, over }: Total): Figure {
  const shown = micros(BigInt(cents) * microsPerCent);
  return { shown, exact: micros(shown + BigInt(over)) };
}

/** The value of a position at an instant, given also as the index of its closing. A plain number where that is exact. */
type WorthAt = (momentMs: number, closing: number) => number | Micros;

function promisedWorth({ amount, promised, started_at: start, ends_at: end }: PositionRow): WorthAt {
  const [plainAmount, plainPromised] = [toPlain(amount), toPlain(promised)];
  const [startMs, wholeMs] = [start.getTime(), end.getTime() - start.getTime()];
  return (momentMs) =>
    plainSum(plainAmount, plainAccruedProfit(plainPromised, momentMs - startMs, wholeMs)) ??
    micros(amount + accruedProfit(micros(promised), start, end, new Date(momentMs)));
}

/** `lasts` and `paid` are the last instant that counts at each closing, and the cumulative payout of the product's operations by then. */
function tradedWorth(position: PositionRow, lasts: readonly number[], paid: readonly bigint[] = []): WorthAt {
  const { amount, ends_at: end, paid_before: before, paid_in_all: inAll } = position;
  const plainAmount = toPlain(amount);
  const othersUntil = addUpOthers([...(position.late ?? []), ...(position.open_at_start ?? [])]);
  return (momentMs, closing) => {
    const known = end.getTime() <= momentMs ? inAll : (paid[closing] ?? 0n);
    const payouts = known - before - othersUntil(lasts[closing] as number);
    return (
      plainSum(plainAmount, plainPayoutResult(plainAmount, toPlain(payouts))) ??
      micros(amount + payoutResult(micros(amount), payouts as Percent))
    );
  };
}

function plainSum(amount: number, profit: number | undefined): number | undefined {
  const worth = amount + (profit ?? Number.NaN);
  return worth <= Number.MAX_SAFE_INTEGER ? worth : undefined;
}

/**
 * Sums the operations that are not a position's own up to each instant. Instants must be ascending: each operation is visited once in all, instead of once
 * per day.
 */
function addUpOthers(others: NonNullable<PositionRow['late']>): (momentMs: number) => bigint {
  if (others.length === 0) return () => 0n;
  const waiting = others.map(([at, payout]) => ({ atMs: Date.parse(at), payout: BigInt(payout) }));
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
