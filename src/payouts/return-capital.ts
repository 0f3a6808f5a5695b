import type { AccountKind, Entry } from '#ledger/journal.ts';
import { type Micros, micros, zero } from '#money/money.ts';

/**
 * The capital comes back with what the operations won, which trading pays; what they lost goes to trading. Nothing is moved that
 * is nothing.
 *
 * @param result never below the loss of all the capital
 */
export function returnCapital(from: AccountKind, to: AccountKind, amount: Micros, result: Micros): Entry[] {
  const entries: Entry[] = [
    { from, to, amount: result < 0n ? micros(amount + result) : amount },
    { from: 'trading', to, amount: result },
    { from, to: 'trading', amount: micros(-result) },
  ];
  return entries.filter((entry) => entry.amount > zero);
}
