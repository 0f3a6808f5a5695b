import type { Percent } from '#money/money.ts';
import type { QuotedUsdBrl, UsdBrl } from './fetch-usd-brl.ts';
import type { RateBounds } from './rate-settings.ts';

/** What is known of the rate when a new quote arrives. */
export interface KnownRates {
  /** Real time, from the database that all servers share. */
  now: Date;
  /** The last accepted rate; null before the first. */
  last: UsdBrl | null;
  /**
   * Minimum and maximum of the sum of both sides, twice the middle, among the rates accepted in the last day and since an operator's last
   * approval, including the last one.
   */
  lately: { lowestSum: bigint; highestSum: bigint } | null;
}

/** The second source's quote; `none` without such a source, `away` without an answer. */
export type SecondWord = 'none' | 'away' | QuotedUsdBrl;

/** Out of bounds: BRL is closed until an operator has decided. */
export type RefusedWhy = 'senseless' | 'spread' | 'change' | 'first' | 'second_source';
/** Ignored: the previously accepted rate stands for as long as it would have anyway. */
export type PassedOverWhy = 'too_old' | 'ahead_of_time' | 'older_than_known' | 'second_away';

export type Judged =
  | { kind: 'within_bounds'; rate: UsdBrl }
  | { kind: 'refused'; why: RefusedWhy }
  | { kind: 'passed_over'; why: PassedOverWhy };

/** A source's clock may be ahead of ours by this much; further ahead, its quotes would stay fresh for too long. */
const mostAheadMs = 2 * 60_000;

/**
 * Judges a source's quote of the dollar in reais. Its time comes first: a quote that is too old is ignored, whatever it says. Then whether
 * it is a rate at all; its spread; the second source, where there is one; and the distance of its middle from those accepted now and over
 * the last day, so that many small steps go no further than one. The sides alone are not compared: they close and open again around the
 * same middle, every night and weekend, and the bound on the spread holds them.
 */
export function judgeRate(quoted: QuotedUsdBrl, second: SecondWord, known: KnownRates, bounds: RateBounds): Judged {
  const untimely = judgeTime(quoted, known, bounds);
  if (untimely) return { kind: 'passed_over', why: untimely };
  const rate = asRate(quoted);
  if (!rate) return { kind: 'refused', why: 'senseless' };
  if (!isWithin(rate.low, rate.high, bounds.maxSpread)) return { kind: 'refused', why: 'spread' };

  const isAgreed = agrees(rate, second, known, bounds);
  if (isAgreed === false) return { kind: 'refused', why: 'second_source' };
  if (isAgreed === null) return { kind: 'passed_over', why: 'second_away' };

  const unlikely = judgeChange(rate, second !== 'none', known, bounds);
  return unlikely ? { kind: 'refused', why: unlikely } : { kind: 'within_bounds', rate };
}

/** Judges a rate that somebody wants to accept: out of which of the bounds it is now, whatever it was refused for. */
export function judgeByHand(rate: UsdBrl, known: KnownRates, bounds: RateBounds): 'spread' | 'change' | 'first' | null {
  return isWithin(rate.low, rate.high, bounds.maxSpread) ? judgeChange(rate, false, known, bounds) : 'spread';
}

export function asRate({ high, low, at }: QuotedUsdBrl): UsdBrl | null {
  if (high === null || low === null || low <= 0n || high < low) return null;
  return { high, low, at };
}

function judgeTime({ at }: QuotedUsdBrl, { now, last }: KnownRates, bounds: RateBounds): PassedOverWhy | null {
  const ageMs = now.getTime() - at.getTime();
  if (ageMs > bounds.maxAgeMinutes * 60_000) return 'too_old';
  if (ageMs < -mostAheadMs) return 'ahead_of_time';
  return last && at < last.at ? 'older_than_known' : null;
}

/** Null when the second source has nothing current to say: no answer, no rate, or one that is too old. */
function agrees(rate: UsdBrl, second: SecondWord, { now }: KnownRates, bounds: RateBounds): boolean | null {
  if (second === 'none') return true;
  if (second === 'away') return null;
  if (judgeTime(second, { now, last: null, lately: null }, bounds)) return null;
  const other = asRate(second);
  if (!other) return null;
  return (
    isWithin(rate.high, other.high, bounds.maxDisagreement) && isWithin(rate.low, other.low, bounds.maxDisagreement)
  );
}

function judgeChange(
  rate: UsdBrl,
  isAgreed: boolean,
  known: KnownRates,
  bounds: RateBounds,
): 'change' | 'first' | null {
  const { lately } = known;
  if (!lately) {
    const [least, most] = bounds.firstBetween ?? [];
    if (least === undefined || most === undefined) return isAgreed ? null : 'first';
    return rate.low >= least && rate.high <= most ? null : 'first';
  }
  const sum = rate.high + rate.low;
  const isNear = [lately.lowestSum, lately.highestSum].every((other) => isWithin(sum, other, bounds.maxChange));
  return isNear ? null : 'change';
}

/** Whether the larger of two is at most this many per cent above the smaller. */
function isWithin(one: bigint, other: bigint, most: Percent): boolean {
  const [small, large] = one < other ? [one, other] : [other, one];
  const wholePercent = 100n * 1_000_000n;
  return (large - small) * wholePercent <= small * most;
}
