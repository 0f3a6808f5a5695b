import type { Micros, Percent } from '#money/money.ts';
import { promisedProfit } from '#positions/promised-profit.ts';

/**
 * A promotional code adds percentage points to the return of a vault investment. It is valid from one instant (inclusive) to another
 * (exclusive) or until the operator ends it, for a limited number of uses in total and per customer, from a minimum amount, and up to what it
 * may promise in all.
 */
export interface Promocode {
  code: string;
  points: Percent;
  usesAllowed: number;
  usesPerCustomer: number;
  uses: number;
  /** What its points may add to the profits of all investments together. */
  mostPromised: Micros;
  promised: Micros;
  minAmount: Micros;
  validFrom: Date;
  validUntil: Date;
  /** When the operator ended it early. */
  endedAt: Date | null;
}

export type PromocodeStatus = 'upcoming' | 'active' | 'expired' | 'used_up';

const codePattern = /^[A-Z0-9][A-Z0-9_-]{1,31}$/;

/** Whether a code, as `readCode` returns it, is well formed: 2 to 32 letters, digits, `-` and `_`. */
export function isCode(code: string): boolean {
  return codePattern.test(code);
}

/** The first instant at which the code is no longer valid. */
export function endOf({ validUntil, endedAt }: Promocode): Date {
  return endedAt && endedAt < validUntil ? endedAt : validUntil;
}

/** The status of a code. A permanent end takes precedence over anything that can still change. */
export function statusOf(promocode: Promocode, now: Date): PromocodeStatus {
  if (now >= endOf(promocode)) return 'expired';
  if (now < promocode.validFrom) return 'upcoming';
  return promocode.uses >= promocode.usesAllowed ? 'used_up' : 'active';
}

/** Whether the code may be used for this amount at `now`. The store's update checks the same conditions under its lock. */
export function isUsable(promocode: Promocode, amount: Micros, now: Date): boolean {
  return statusOf(promocode, now) === 'active' && amount >= promocode.minAmount && isLeftFor(promocode, amount);
}

/** Whether what the code may still promise is enough for this amount. */
export function isLeftFor({ points, promised, mostPromised }: Promocode, amount: Micros): boolean {
  return promised + promisedProfit(amount, points) <= mostPromised;
}
