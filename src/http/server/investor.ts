import type { Sql } from '#database/server/database.ts';

declare const customerIdBrand: unique symbol;
export type CustomerId = string & { readonly [customerIdBrand]: true };

/** The caller, known from the session token alone, and in full. */
export interface Investor {
  id: CustomerId;
  sessionStartedAt: Date;
  sessionExpiresAt: Date;
  /** Whether they have proved that the e-mail address is theirs; money only goes out then. */
  isEmailConfirmed: boolean;
  /** Set until they have accepted the terms of use: created by the operator, who accepts nothing on their behalf. */
  owesTerms?: boolean;
  /** Business time of this request, moved ahead in sandbox mode. */
  now: Date;
  /** The business time of tests and of a made-up past: what is read later is of the same instant. */
  standsStill?: boolean;
  /** The database's clock is far ahead of this machine's: nothing that moves money is agreed by it. */
  isClockAhead?: boolean;
}

/** Looks a token up; null when it is unknown, expired or logged out. One round trip. */
export type ReadInvestor = (sql: Sql, token: string) => Promise<Investor | null>;

/** The caller at the business time of what carries terms that were read at this instant: the look-up was earlier, perhaps before those terms began. */
export function withTermsOf<Caller extends Investor | null>(caller: Caller, readAt: Date): Caller {
  return caller && { ...caller, now: datedWithTerms(caller, readAt) };
}

export function datedWithTerms({ now, standsStill }: Investor, readAt: Date): Date {
  return standsStill || readAt < now ? now : readAt;
}
