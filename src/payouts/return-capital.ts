import type { AccountKind, Transfer } from '#ledger/movement.ts';
import { type Micros, zero } from '#money/money.ts';

/**
 * The capital comes back with what the operations won, which trading pays; what they lost goes to trading. Nothing is moved that
 * is nothing.
 *
 * @param result never below the loss of all the capital
 */
export function returnCapital(from: AccountKind, to: AccountKind, amount: Micros, result: Micros): Transfer[] {
  const gain = result > 0n ? result : zero;
  const loss = result < 0n ? (-result as Micros) : zero;
  const transfers: Transfer[] = [
    { from, to, amount: (amount - loss) as Micros },
    { from: 'trading', to, amount: gain },
    { from, to: 'trading', amount: loss },
  ];
  return transfers.filter((transfer) => transfer.amount > zero);
}
