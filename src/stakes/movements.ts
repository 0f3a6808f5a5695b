import type { Micros } from '#money/money.ts';
import type { Movement } from '#ledger/movement.ts';
import { positionMovement, type PositionTerms } from '#ledger/position-movement.ts';
import { settleEarly } from './plans.ts';

/** What the ledger needs to know of a stake. */
export interface StakeTerms extends PositionTerms {
  promisedProfit: Micros;
}

/** The customer locks the amount; the treasury sets the whole profit aside at once. Nobody gains or loses yet. */
export function openingMovement(stake: StakeTerms): Movement {
  return positionMovement('stake_opened', stake, [
    { from: 'balance', to: 'staked', amount: stake.amount },
    { from: 'treasury', to: 'promised', amount: stake.promisedProfit },
  ]);
}

/** The customer gains the promised profit and has the amount back. The treasury paid when it promised. */
export function maturingMovement(stake: StakeTerms): Movement {
  return positionMovement('stake_matured', stake, [
    { from: 'staked', to: 'balance', amount: stake.amount },
    { from: 'promised', to: 'balance', amount: stake.promisedProfit },
  ]);
}

/** The customer loses 40 % of the amount to fees and the whole profit, which goes back to the treasury. */
export function cancellingMovement(stake: StakeTerms): Movement {
  const { fee, refund } = settleEarly(stake.amount);
  return positionMovement('stake_canceled', stake, [
    { from: 'staked', to: 'balance', amount: refund },
    { from: 'staked', to: 'fees', amount: fee },
    { from: 'promised', to: 'treasury', amount: stake.promisedProfit },
  ]);
}
