import type { Micros, Percent } from '#money/money.ts';

/**
 * A promotional code adds percentage points to the return of a vault investment. It is valid from a moment (included) until
 * another (not included) or until the operator ends it, for so many uses, so many of them by one customer, and from an amount upwards.
 */
export interface Promocode {
  code: string;
  points: Percent;
  usesAllowed: number;
  usesPerCustomer: number;
  uses: number;
  minAmount: Micros;
  validFrom: Date;
  validUntil: Date;
  /** When the operator ended it before its time. */
  endedAt: Date | null;
}

export type PromocodeStatus = 'upcoming' | 'active' | 'expired' | 'used_up';

const codePattern = /^[A-Z0-9][A-Z0-9_-]{1,31}$/;

/** As it is kept: without the blanks around it and in capitals, however it was typed. */
export function normaliseCode(typed: string): string {
  return typed.trim().toUpperCase();
}

/** Whether a normalised code could be one at all: 2 to 32 letters, digits, `-` and `_`. */
export function isCode(code: string): boolean {
  return codePattern.test(code);
}

/** The first moment at which the code is no longer valid. */
export function endOf({ validUntil, endedAt }: Promocode): Date {
  return endedAt && endedAt < validUntil ? endedAt : validUntil;
}

/** Where a code stands. One that is over for good says so before anything that could still change. */
export function statusOf(promocode: Promocode, now: Date): PromocodeStatus {
  if (now >= endOf(promocode)) return 'expired';
  if (now < promocode.validFrom) return 'upcoming';
  return promocode.uses >= promocode.usesAllowed ? 'used_up' : 'active';
}

/** Whether the code may be used for this amount at this moment. The same conditions stand in the store's update, under its lock. */
export function isUsable(promocode: Promocode, amount: Micros, now: Date): boolean {
  return statusOf(promocode, now) === 'active' && amount >= promocode.minAmount;
}
