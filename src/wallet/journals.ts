import type { Journal } from '#ledger/journal.ts';
import { type Micros, micros } from '#money/money.ts';

/** What the ledger needs to know about a transfer with the brokerage. */
export interface TransferTerms {
  id: string;
  customerId: string;
  amount: Micros;
}

export interface WithdrawalTerms extends TransferTerms {
  /** USD, taken from the amount. */
  fee: Micros;
}

/** Credits the customer with what the brokerage has paid for them. Nobody here loses: the money came from outside. */
export function depositJournal(transfer: TransferTerms): Journal {
  return {
    key: `deposit:${transfer.id}:settled`,
    kind: 'deposit_settled',
    owner: transfer.customerId,
    reference: transfer.id,
    entries: [{ from: 'brokerage', to: 'balance', amount: transfer.amount }],
  };
}

/** Holds a requested withdrawal: the customer can no longer use the amount but still owns it. Nobody gains or loses yet. */
export function holdingJournal(withdrawal: TransferTerms): Journal {
  return journal(withdrawal, 'held', [{ from: 'balance', to: 'held', amount: withdrawal.amount }]);
}

/**
 * Settles a withdrawal that is done: the amount less its fee has gone to the customer's account at the brokerage, and the house gains the
 * fee.
 */
export function withdrawingJournal(withdrawal: WithdrawalTerms): Journal {
  return journal(withdrawal, 'settled', [
    { from: 'held', to: 'brokerage', amount: leavingAmount(withdrawal) },
    { from: 'held', to: 'fees', amount: withdrawal.fee },
  ]);
}

/** Returns the whole amount of a refused withdrawal to the customer; nobody has gained or lost. */
export function returningJournal(withdrawal: TransferTerms): Journal {
  return journal(withdrawal, 'returned', [{ from: 'held', to: 'balance', amount: withdrawal.amount }]);
}

/** USD that leave our books, as sent to the brokerage: its book and our clearing account have the same figure. */
export function leavingAmount({ amount, fee }: Pick<WithdrawalTerms, 'amount' | 'fee'>): Micros {
  return micros(amount - fee);
}

function journal(
  withdrawal: TransferTerms,
  event: 'held' | 'settled' | 'returned',
  entries: Journal['entries'],
): Journal {
  return {
    key: `withdrawal:${withdrawal.id}:${event}`,
    kind: `withdrawal_${event}`,
    owner: withdrawal.customerId,
    reference: withdrawal.id,
    entries,
  };
}
