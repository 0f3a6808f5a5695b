import type { Micros } from '#money/money.ts';
import type { Tx } from '#database/server/database.ts';
import type { Product, SwitchedProduct } from '#positions/registry.ts';

/** A position was cancelled before its end: it pays no profit. */
export interface PositionCanceled {
  customerId: string;
  product: Product;
  reference: string;
  at: Date;
}

/** A customer's own money came in from outside or, if negative, is on its way out. Money that comes back from there counts again. */
export interface CapitalMoved {
  customerId: string;
  change: Micros;
}

/** A position has ended and is paying its owner the amount invested and a profit; at zero or below there is no profit. */
export interface ProfitPaid {
  customerId: string;
  product: Product;
  reference: string;
  /** The amount invested. */
  amount: Micros;
  profit: Micros;
  /** The part of the profit withheld as tax. */
  withheld: Micros;
  at: Date;
}

/** A customer was paid a number of awards of one kind, for what others in their network did or were paid. */
export interface AwardsPaid {
  customerId: string;
  kind: 'bonus' | 'residual';
  count: number;
  /** The sum of the awards, each rounded as shown. */
  amount: Micros;
  at: Date;
}

/** A transfer with the brokerage is waiting for an operator, complete, or cancelled. */
export interface TransferEvent {
  customerId: string;
  /** The transfer. */
  reference: string;
  direction: 'deposit' | 'withdrawal';
  status: 'waiting' | 'complete' | 'canceled';
  amount: Micros;
  /** Why it was cancelled: the brokerage refused, for insufficient funds there or otherwise, or an operator did. */
  why: 'insufficient_funds' | 'refused' | 'refused_in_review' | null;
  /** In the operator's own words, if an operator refused it. */
  reason: string | null;
  at: Date;
}

/** Staff reversed a journal of a customer's to correct an error. */
export interface Corrected {
  customerId: string;
  /** Change of the customer's balance; negative if it was reduced. */
  change: bigint;
  /** Why, in the operator's words. */
  reason: string;
  /** Identifies the event: published twice, it counts once. */
  cause: string;
  at: Date;
}

/** A customer's means of access changed, somebody logged in from a new device, or an operator froze their money. */
export interface SecurityChange {
  customerId: string;
  change:
    | 'new_device'
    | 'password_changed'
    | 'phone_changed'
    | 'calendar_made'
    | 'second_key_way_removed'
    | 'recovery_codes_renewed'
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
  /** Identifies the event: published twice, it counts once. */
  cause: string;
  /** For example `Chrome · Android`; null if irrelevant or unknown. */
  device: string | null;
}

/** A product accepts new positions again, and this customer had asked to be notified. */
export interface RegistrationsOpened {
  customerId: string;
  product: SwitchedProduct;
  /** Identifies the wish: published twice, it counts once. */
  cause: string;
}

/**
 * The events that products publish inside the transaction in which they occur, without knowing the subscribers; `app` connects them. A
 * subscriber's writes commit with the cause, and an exception rolls the cause back, so a subscriber has no say in a refusal. It sends
 * its writes without waiting (`tx.send`), so the publisher waits for nobody.
 */
export interface DomainEvents {
  /** Published after the position's own journal is posted. */
  onCanceled(tx: Tx, canceled: PositionCanceled): Promise<void>;
  /** Published after the money is posted. */
  onCapitalMoved(tx: Tx, moved: CapitalMoved): Promise<void>;
  /** Published for a whole batch, after its journals are posted; a subscriber writes all of it in one or two statements. */
  onProfitPaid(tx: Tx, paid: readonly ProfitPaid[]): Promise<void>;
  /** Published for a whole batch, after the awards are posted, while the accounts of the earners are locked. */
  onAwardsPaid(tx: Tx, paid: readonly AwardsPaid[]): Promise<void>;
  onTransfer(tx: Tx, event: TransferEvent): Promise<void>;
  /** Published after the reversing journal is posted. */
  onCorrected(tx: Tx, event: Corrected): Promise<void>;
  onSecurityChange(tx: Tx, event: SecurityChange): Promise<void>;
  /** Published for a batch, in the transaction that deletes their wishes. */
  onRegistrationsOpened(tx: Tx, opened: readonly RegistrationsOpened[]): Promise<void>;
}

/** For running a product on its own. */
export const noSubscribers: DomainEvents = {
  onCanceled: async () => {},
  onCapitalMoved: async () => {},
  onProfitPaid: async () => {},
  onAwardsPaid: async () => {},
  onTransfer: async () => {},
  onCorrected: async () => {},
  onSecurityChange: async () => {},
  onRegistrationsOpened: async () => {},
};

/** Calls the subscribers in sequence, each with the events that it handles. */
export function publishToAll(...subscribers: readonly Partial<DomainEvents>[]): DomainEvents {
  const publish =
    <Name extends keyof DomainEvents>(name: Name) =>
    async (tx: Tx, event: Parameters<DomainEvents[Name]>[1]): Promise<void> => {
      for (const subscriber of subscribers)
        await (subscriber[name] as ((tx: Tx, event: unknown) => Promise<void>) | undefined)?.(tx, event);
    };
  return {
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
