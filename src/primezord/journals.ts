import type { Journal } from '#ledger/journal.ts';
import type { Micros } from '#money/money.ts';

/** The customer pays the entry fee, once ever: the key contains their id. */
export function subscribingJournal(customerId: string, fee: Micros): Journal {
  return {
    key: `primezord:${customerId}:subscribed`,
    kind: 'primezord_subscribed',
    owner: customerId,
    reference: customerId,
    entries: [{ from: 'balance', to: 'fees', amount: fee }],
  };
}

/** A move between a customer's balance and their bot's wallet. */
export interface WalletMove {
  id: string;
  customerId: string;
  direction: 'deposited' | 'withdrawn';
  amount: Micros;
}

/** From the customer's balance to their bot's wallet, or back. No profit or loss arises. */
export function movingJournal({ id, customerId, direction, amount }: WalletMove): Journal {
  return {
    key: `primezord:${id}:${direction}`,
    kind: `primezord_${direction}`,
    owner: customerId,
    reference: id,
    entries: [
      direction === 'deposited' ? { from: 'balance', to: 'zord', amount } : { from: 'zord', to: 'balance', amount },
    ],
  };
}
