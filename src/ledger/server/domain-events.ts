import type { Micros } from '#money/money.ts';
import type { Tx } from '#platform/server/database.ts';
import type { Product, SwitchedProduct } from '#positions/registry.ts';

/** A customer has put an amount into a position of a product. */
export interface Invested {
  customerId: string;
  product: Product;
  /** The position. */
  reference: string;
  amount: Micros;
  at: Date;
}

/** A position was left before its end: it pays no profit. */
export interface PositionCanceled {
  customerId: string;
  product: Product;
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
  product: Product;
  reference: string;
  /** What was put in. */
  amount: Micros;
  profit: Micros;
  /** What of the profit was withheld as tax. */
  withheld: Micros;
  at: Date;
}

/** A customer has been paid for what others in their network did or were paid: so many awards of a kind. */
export interface AwardsPaid {
  customerId: string;
  kind: 'bonus' | 'residual';
  count: number;
  /** Their sum, each as it is shown. */
  amount: Micros;
  at: Date;
}

/** A transfer with the brokerage waits for an operator, is done, or came to nothing. */
export interface TransferEvent {
  customerId: string;
  /** The transfer. */
  reference: string;
  direction: 'deposit' | 'withdrawal';
  status: 'waiting' | 'complete' | 'canceled';
  amount: Micros;
  /** Why it came to nothing: the brokerage said no, for want of funds there or otherwise, or an operator did. */
  why: 'insufficient_funds' | 'refused' | 'refused_in_review' | null;
  /** In the operator's own words, where it was an operator. */
  reason: string | null;
  at: Date;
}

/** A journal of a customer's was reversed by people: what was wrong is put right. */
export interface Corrected {
  customerId: string;
  /** What it is to their balance; below zero it was taken from there. */
  change: bigint;
  /** Why, in the operator's words. */
  reason: string;
  /** Names the event: published twice, it counts once. */
  cause: string;
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
    | 'account_unfrozen'
    | 'account_viewed'
    | 'address_changing'
    | 'address_kept'
    | 'address_changed'
    | 'details_changing'
    | 'details_kept'
    | 'details_changed'
    | 'data_exported';
  /** Names the event: published twice, it counts once. */
  cause: string;
  /** `Chrome · Android`; null where it is of no account or not known. */
  device: string | null;
}

/** A product takes new positions again, and this customer had asked to be told. */
export interface RegistrationsOpened {
  customerId: string;
  product: SwitchedProduct;
  /** Names the wish: published twice, it counts once. */
  cause: string;
}

/**
 * What products publish of inside the transaction in which it happens, without knowing who listens; `app` connects them. What a
 * subscriber writes commits with its cause, and what it throws takes the cause back with it: it has no say in a refusal. It writes the
 * customer's cell alone, and sends what it writes without waiting (`tx.send`), so that whoever publishes waits for nobody.
 */
export interface DomainEvents {
  /** Published after the position's own journal is posted. */
  onInvested(tx: Tx, invested: Invested): Promise<void>;
  /** Published after the position's own journal is posted. */
  onCanceled(tx: Tx, canceled: PositionCanceled): Promise<void>;
  /** Published after the money is posted. */
  onCapitalMoved(tx: Tx, moved: CapitalMoved): Promise<void>;
  /** Published for a whole batch of one cell, after its journals are posted: a subscriber writes all of it in a statement or two. */
  onProfitPaid(tx: Tx, paid: readonly ProfitPaid[]): Promise<void>;
  /** Published for a whole batch of one cell, after the awards are posted, while the accounts of those who earn are held. */
  onAwardsPaid(tx: Tx, paid: readonly AwardsPaid[]): Promise<void>;
  onTransfer(tx: Tx, event: TransferEvent): Promise<void>;
  /** Published after the reversing journal is posted. */
  onCorrected(tx: Tx, event: Corrected): Promise<void>;
  onSecurityChange(tx: Tx, event: SecurityChange): Promise<void>;
  /** Published for a batch of one cell, in the transaction that takes their wishes away. */
  onRegistrationsOpened(tx: Tx, opened: readonly RegistrationsOpened[]): Promise<void>;
}

/** For a product by itself. */
export const noSubscribers: DomainEvents = {
  onInvested: async () => {},
  onCanceled: async () => {},
  onCapitalMoved: async () => {},
  onProfitPaid: async () => {},
  onAwardsPaid: async () => {},
  onTransfer: async () => {},
  onCorrected: async () => {},
  onSecurityChange: async () => {},
  onRegistrationsOpened: async () => {},
};

/** One after the other, each receiving the events that it handles. */
export function publishToAll(...subscribers: readonly Partial<DomainEvents>[]): DomainEvents {
  const publish =
    <Name extends keyof DomainEvents>(name: Name) =>
    async (tx: Tx, event: Parameters<DomainEvents[Name]>[1]): Promise<void> => {
      for (const subscriber of subscribers)
        await (subscriber[name] as ((tx: Tx, event: unknown) => Promise<void>) | undefined)?.(tx, event);
    };
  return {
    onInvested: publish('onInvested'),
    onCanceled: publish('onCanceled'),
    onCapitalMoved: publish('onCapitalMoved'),
    onProfitPaid: publish('onProfitPaid'),
    onAwardsPaid: publish('onAwardsPaid'),
    onTransfer: publish('onTransfer'),
    onCorrected: publish('onCorrected'),
    onSecurityChange: publish('onSecurityChange'),
    onRegistrationsOpened: publish('onRegistrationsOpened'),
  };
}
