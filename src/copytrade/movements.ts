import type { Movement } from '#ledger/movement.ts';
import { positionMovement, type PositionTerms } from '#ledger/position-movement.ts';
import type { Micros } from '#money/money.ts';
import { returnCapital } from '#payouts/return-capital.ts';

/** The customer puts the amount to work. Nobody gains or loses yet, and nothing is promised. */
export function openingMovement(licence: PositionTerms): Movement {
  return positionMovement('copytrade_opened', licence, [{ from: 'balance', to: 'copytrade', amount: licence.amount }]);
}

/** The customer has the amount back with what the operations made of it. */
export function expiringMovement(licence: PositionTerms, result: Micros): Movement {
  return positionMovement('copytrade_expired', licence, returnCapital('copytrade', 'balance', licence.amount, result));
}
