import type { Micros } from '#money/money.ts';
import type { Tx } from '#platform/server/database.ts';

/** A customer has put an amount into a position of a product. */
export interface Invested {
  customerId: string;
  product: string;
  /** The position. */
  reference: string;
  amount: Micros;
  at: Date;
}

/** A position is paying its owner a profit, or, at zero and below, none. */
export interface ProfitPaid {
  customerId: string;
  product: string;
  reference: string;
  profit: Micros;
  at: Date;
}

/**
 * What products tell of inside the transaction in which it happens, without knowing who listens; `app` connects them. What a
 * listener writes commits with its cause, and what it throws takes the cause back with it: it has no say in a refusal.
 */
export interface Happenings {
  /** Told after the position's own movement is posted. */
  onInvested(tx: Tx, invested: Invested): Promise<void>;
  /**
   * Told of a whole batch before the first of its movements is posted: a listener may have accounts of its own to hold, and
   * whoever pays many holds them all at once or waits for somebody in a ring.
   */
  onProfitPaid(tx: Tx, paid: readonly ProfitPaid[]): Promise<void>;
}

/** For a product by itself. */
export const nobodyListens: Happenings = {
  onInvested: async () => {},
  onProfitPaid: async () => {},
};
