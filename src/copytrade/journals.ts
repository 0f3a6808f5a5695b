import type { Journal } from '#ledger/journal.ts';
import { positionJournal, type PositionTerms } from '#ledger/position-journal.ts';
import type { Micros } from '#money/money.ts';
import { returnCapital } from '#payouts/return-capital.ts';

/** The customer puts the amount to work. Nobody gains or loses yet, and nothing is promised. */
export function openingJournal(licence: PositionTerms): Journal {
  return positionJournal('copytrade_opened', licence, [{ from: 'balance', to: 'copytrade', amount: licence.amount }]);
}

/** The customer has the amount back with what the operations made of it. */
export function expiringJournal(licence: PositionTerms, result: Micros): Journal {
  return positionJournal('copytrade_expired', licence, returnCapital('copytrade', 'balance', licence.amount, result));
}
