import { hundredPercent, type Micros, micros, type Percent, percentOf, roundDown, shareOf, zero } from './money.ts';
import { plainShare, toPlain } from './plain.ts';

/**
 * Profit that was promised over a term accrues with time alone: it is a function of what was promised, start, end and now.
 * Nothing is added up by a nightly job, so nothing can be missed or counted twice.
 */
export function accruedProfit(promised: Micros, startedAt: Date, endsAt: Date, now: Date): Micros {
  const whole = endsAt.getTime() - startedAt.getTime();
  const elapsed = now.getTime() - startedAt.getTime();
  if (elapsed <= 0) return zero;
  if (elapsed >= whole) return promised;
  const plain = plainShare(toPlain(promised), elapsed, whole);
  return plain === undefined ? shareOf(promised, BigInt(elapsed), BigInt(whole), roundDown) : micros(BigInt(plain));
}

/** {@link accruedProfit} of plain numbers, undefined where they could be inexact: a year of a customer is tens of thousands of these. */
export function plainAccruedProfit(promised: number, elapsedMs: number, wholeMs: number): number | undefined {
  if (elapsedMs <= 0) return 0;
  return elapsedMs >= wholeMs ? promised : plainShare(promised, elapsedMs, wholeMs);
}

/** What a traded position stands at: its amount × the sum of payouts, rounded down; it loses no more than its amount. */
export function payoutResult(amount: Micros, payouts: Percent): Micros {
  const result = percentOf(amount, payouts, roundDown);
  return result < -amount ? micros(-amount) : result;
}

/** {@link payoutResult} of plain numbers, undefined where they could be inexact. */
export function plainPayoutResult(amount: number, payouts: number): number | undefined {
  const whole = Number(hundredPercent);
  if (payouts > 0) return plainShare(amount, payouts, whole);
  const lost = plainShare(amount, Math.min(-payouts, whole), whole);
  return lost === undefined ? undefined : 0 - lost;
}

/** How far a term has come, in per cent with two decimals: 0 at its start, 100 at its end and not before, never outside. */
export function progressOf(startedAt: Date, endsAt: Date, now: Date): number {
  const whole = endsAt.getTime() - startedAt.getTime();
  const part = Math.min(Math.max(now.getTime() - startedAt.getTime(), 0), whole);
  return Math.floor((part * 10_000) / whole) / 100;
}
