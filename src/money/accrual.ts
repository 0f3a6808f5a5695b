import { type Micros, micros, type Percent, percentOf, roundDown, shareOf, zero } from './money.ts';

/**
 * Profit that was promised over a term accrues with time alone: it is a function of what was promised, start, end and now.
 * Nothing is added up by a nightly job, so nothing can be missed or counted twice.
 */
export function accruedProfit(promised: Micros, startedAt: Date, endsAt: Date, now: Date): Micros {
  const whole = endsAt.getTime() - startedAt.getTime();
  const elapsed = now.getTime() - startedAt.getTime();
  if (elapsed <= 0) return zero;
  if (elapsed >= whole) return promised;
  // While the product is exact so is its quotient's whole part, at a fraction of the cost: a year of a customer is 45,000 of these.
  const product = Number(promised) * elapsed;
  if (product >= 0 && product <= Number.MAX_SAFE_INTEGER) return micros(BigInt(Math.floor(product / whole)));
  return shareOf(promised, BigInt(elapsed), BigInt(whole), roundDown);
}

/** What a traded position stands at: its amount × the sum of payouts, rounded down; it loses no more than its amount. */
export function payoutResult(amount: Micros, payouts: Percent): Micros {
  const result = percentOf(amount, payouts, roundDown);
  return result < -amount ? micros(-amount) : result;
}

/** How far a term has come, in per cent with two decimals: 0 at its start, 100 at its end and not before, never outside. */
export function progressOf(startedAt: Date, endsAt: Date, now: Date): number {
  const whole = endsAt.getTime() - startedAt.getTime();
  const part = Math.min(Math.max(now.getTime() - startedAt.getTime(), 0), whole);
  return Math.floor((part * 10_000) / whole) / 100;
}
