import { hundredPercent, type Micros, micros, type Percent, percentOf, roundDown, shareOf, zero } from './money.ts';
import { plainShare, toPlain } from './plain.ts';

/**
 * Profit promised over a term accrues with time alone: it is a function of the promise, start, end and now. No nightly job adds anything
 * up, so nothing can be missed or counted twice.
 */
export function accruedProfit(promised: Micros, startedAt: Date, endsAt: Date, now: Date): Micros {
  const whole = endsAt.getTime() - startedAt.getTime();
  const elapsed = now.getTime() - startedAt.getTime();
  if (elapsed <= 0) return zero;
  if (elapsed >= whole) return promised;
  const plain = plainShare(toPlain(promised), elapsed, whole);
  return plain === undefined ? shareOf(promised, BigInt(elapsed), BigInt(whole), roundDown) : micros(BigInt(plain));
}

/**
 * {@link accruedProfit} for plain numbers; undefined where they could be inexact. Used because a year of one customer needs tens of
 * thousands of these.
 */
export function plainAccruedProfit(promised: number, elapsedMs: number, wholeMs: number): number | undefined {
  if (elapsedMs <= 0) return 0;
  return elapsedMs >= wholeMs ? promised : plainShare(promised, elapsedMs, wholeMs);
}

/** Current result of a traded position: its amount × the sum of payouts, rounded down; it loses no more than its amount. */
export function payoutResult(amount: Micros, payouts: Percent): Micros {
  const result = percentOf(amount, payouts, roundDown);
  return result < -amount ? micros(-amount) : result;
}

/** {@link payoutResult} for plain numbers; undefined where they could be inexact. */
export function plainPayoutResult(amount: number, payouts: number): number | undefined {
  const whole = Number(hundredPercent);
  if (payouts > 0) return plainShare(amount, payouts, whole);
  const lost = plainShare(amount, Math.min(-payouts, whole), whole);
  return lost === undefined ? undefined : 0 - lost;
}

/** Progress of a term in per cent with two decimals: 0 at its start, 100 only from its end on, never outside that range. */
export function progressOf(startedAt: Date, endsAt: Date, now: Date): number {
  const whole = endsAt.getTime() - startedAt.getTime();
  const part = Math.min(Math.max(now.getTime() - startedAt.getTime(), 0), whole);
  return Math.floor((part * 10_000) / whole) / 100;
}
