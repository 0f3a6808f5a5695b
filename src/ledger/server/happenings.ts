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

/** A position was left before its end: it pays no profit. */
export interface PositionCanceled {
  customerId: string;
  product: string;
  reference: string;
  at: Date;
}

/** A customer's own money came in from outside, or, below zero, is on its way out; what came back from there counts again. */
export interface CapitalMoved {
  customerId: string;
  change: Micros;
}

/** A position has come to its end and is paying its owner what they put in, and a profit, or, at zero and below, none. */
export interface ProfitPaid {
  customerId: string;
  product: string;
  reference: string;
  /** What was put in. */
  amount: Micros;
  profit: Micros;
  at: Date;
}

/** A customer has been paid for what somebody in their network did or was paid. */
export interface AwardPaid {
  customerId: string;
  kind: 'bonus' | 'residual';
  value: Micros;
  at: Date;
}

/** A transfer with the brokerage waits for an operator, is done, or came to nothing. */
export interface TransferTold {
  customerId: string;
  /** The transfer. */
  reference: string;
  direction: 'deposit' | 'withdrawal';
  standing: 'waiting' | 'complete' | 'canceled';
  amount: Micros;
  /** Why it came to nothing: the brokerage said no, for want of funds there or otherwise, or an operator did. */
  why: 'insufficient_funds' | 'refused' | 'refused_in_review' | null;
  /** In the operator's own words, where it was an operator. */
  reason: string | null;
  at: Date;
}

/** How a customer gets in has changed, somebody got in from where nobody had before, or an operator stopped their money. */
export interface SecurityChange {
  customerId: string;
  change:
    | 'new_device'
    | 'password_changed'
    | 'second_key_added'
    | 'second_key_removed'
    | 'second_key_leaving'
    | 'second_key_stays'
    | 'recovery_code_used'
    | 'account_frozen'
    | 'account_unfrozen';
  /** Names the event: told twice, it is heard once. */
  cause: string;
  /** `Chrome · Android`; null where it is of no account or not known. */
  device: string | null;
}

/**
 * What products tell of inside the transaction in which it happens, without knowing who listens; `app` connects them. What a
 * listener writes commits with its cause, and what it throws takes the cause back with it: it has no say in a refusal.
 */
export interface Happenings {
  /** Told after the position's own journal is posted. */
  onInvested(tx: Tx, invested: Invested): Promise<void>;
  /** Told after the position's own journal is posted. */
  onCanceled(tx: Tx, canceled: PositionCanceled): Promise<void>;
  /** Told after the money is posted. */
  onCapitalMoved(tx: Tx, moved: CapitalMoved): Promise<void>;
  /**
   * Told of a whole batch before the first of its journals is posted: a listener may have accounts of its own to hold, and
   * whoever pays many holds them all at once or waits for somebody in a ring.
   */
  onProfitPaid(tx: Tx, paid: readonly ProfitPaid[]): Promise<void>;
  /** Told after the awards are posted, while the accounts of those who earn are held. */
  onAwardsPaid(tx: Tx, paid: readonly AwardPaid[]): Promise<void>;
  onTransfer(tx: Tx, told: TransferTold): Promise<void>;
  onSecurityChange(tx: Tx, told: SecurityChange): Promise<void>;
}

/** For a product by itself. */
export const nobodyListens: Happenings = {
  onInvested: async () => {},
  onCanceled: async () => {},
  onCapitalMoved: async () => {},
  onProfitPaid: async () => {},
  onAwardsPaid: async () => {},
  onTransfer: async () => {},
  onSecurityChange: async () => {},
};

/** One after the other, each hearing what it cares for. */
export function tellAll(...listeners: readonly Partial<Happenings>[]): Happenings {
  const tell =
    <Name extends keyof Happenings>(name: Name) =>
    async (tx: Tx, told: Parameters<Happenings[Name]>[1]): Promise<void> => {
      for (const listener of listeners)
        await (listener[name] as ((tx: Tx, told: unknown) => Promise<void>) | undefined)?.(tx, told);
    };
  return {
    onInvested: tell('onInvested'),
    onCanceled: tell('onCanceled'),
    onCapitalMoved: tell('onCapitalMoved'),
    onProfitPaid: tell('onProfitPaid'),
    onAwardsPaid: tell('onAwardsPaid'),
    onTransfer: tell('onTransfer'),
    onSecurityChange: tell('onSecurityChange'),
  };
}
