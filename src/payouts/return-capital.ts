import type { AccountKind, Transfer } from '#ledger/movement.ts';
import { type Micros, micros, zero } from '#money/money.ts';

/**
 * The capital comes back with what the operations won, which trading pays; what they lost goes to trading. Nothing is moved that
 * is nothing.
 *
 * @param result never below the loss of all the capital
 */
export function returnCapital(from: AccountKind, to: AccountKind, amount: Micros, result: Micros): Transfer[] {
  const transfers: Transfer[] = [
    { from, to, amount: result < 0n ? micros(amount + result) : amount },
    { from: 'trading', to, amount: result },
    { from, to: 'trading', amount: micros(-result) },
  ];
  return transfers.filter((transfer) => transfer.amount > zero);
}
