import type { Sql } from './database.ts';

/** Who is asking: learnt from the session token alone, and complete. */
declare const customerIdBrand: unique symbol;
export type CustomerId = string & { readonly [customerIdBrand]: true };

export interface Investor {
  id: CustomerId;
  sessionStartedAt: Date;
  sessionExpiresAt: Date;
  /** Whether they have shown that their address is theirs; money goes out only then. */
  isEmailConfirmed: boolean;
  /** Business time of this request, moved ahead in sandbox mode. */
  now: Date;
}

/** Looks a token up; null when it is unknown, expired or logged out. One round trip. */
export type ReadInvestor = (sql: Sql, token: string) => Promise<Investor | null>;
