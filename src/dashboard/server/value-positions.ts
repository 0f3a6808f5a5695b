import { setImmediate as others } from 'node:timers/promises';
import { accruedProfit, payoutResult, plainAccruedProfit, plainPayoutResult } from '#money/accrual.ts';
import { type Micros, micros, microsPerCent, type Percent } from '#money/money.ts';
import { toPlain } from '#money/plain.ts';
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

const perCent = Number(microsPerCent);

/** So many values are reckoned before others have their turn. */
const mostAtOnce = 20_000;

/** Values added up in whole cents and what is over of each, so that tens of thousands of them stay exact as plain numbers. */
interface Total {
  cents: number;
  over: number;
}

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
  const totals = new Map<Product, Total[]>();
  let reckoned = 0;
  for (const position of positions) {
    const { product, started_at: start, closed_at: closed } = position;
    const all = totals.get(product) ?? moments.map(() => ({ cents: 0, over: 0 }));
    totals.set(product, all);
    const until = closed?.getTime() ?? Infinity;
    const worthAt = position.is_traded ? tradedWorth(position, paid.get(product)) : promisedWorth(position);
    const first = moments.findIndex((moment) => moment >= start.getTime());
    for (let at = first < 0 ? moments.length : first; at < moments.length; at += 1) {
      const moment = moments[at] as number;
      if (moment >= until) break;
      add(all[at] as Total, worthAt(moment, at));
      reckoned += 1;
      if (reckoned % mostAtOnce === 0) await others();
    }
  }
  return new Map(Array.from(totals, ([product, all]) => [product, all.map(figureOf)]));
}

/** A worth is never negative: no more is lost than was put in. */
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

/** What a position is worth at a moment, and at which of the closings that is: a plain number where it is exact as one. */
type WorthAt = (momentMs: number, closing: number) => number | Micros;

function promisedWorth({ amount, promised, started_at: start, ends_at: end }: PositionRow): WorthAt {
  const [plainAmount, plainPromised] = [toPlain(amount), toPlain(promised)];
  const [startMs, wholeMs] = [start.getTime(), end.getTime() - start.getTime()];
  return (momentMs) =>
    plainSum(plainAmount, plainAccruedProfit(plainPromised, momentMs - startMs, wholeMs)) ??
    micros(amount + accruedProfit(micros(promised), start, end, new Date(momentMs)));
}

/** `paid` is all that the product's operations had paid by each closing. */
function tradedWorth(position: PositionRow, paid: readonly bigint[] = []): WorthAt {
  const { amount, ends_at: end, paid_before: before, paid_in_all: inAll } = position;
  const plainAmount = toPlain(amount);
  const lateUntil = addUpLate(position.late);
  return (momentMs, closing) => {
    const known = end.getTime() <= momentMs ? inAll : (paid[closing] ?? 0n);
    const payouts = known - before - lateUntil(momentMs);
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
