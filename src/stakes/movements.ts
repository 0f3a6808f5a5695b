import type { Micros } from '#money/money.ts';
import type { Movement } from '#ledger/movement.ts';
import { settleEarly } from './plans.ts';

/** What the ledger needs to know of a stake. */
export interface StakeTerms {
  id: string;
  customerId: string;
  amount: Micros;
  promisedProfit: Micros;
}

/** The customer locks the amount; the treasury sets the whole profit aside at once. Nobody gains or loses yet. */
export function openingMovement(stake: StakeTerms): Movement {
  return movement(stake, 'opened', [
    { from: 'balance', to: 'staked', amount: stake.amount },
    { from: 'treasury', to: 'promised', amount: stake.promisedProfit },
  ]);
}

/** The customer gains the promised profit and has the amount back. The treasury paid when it promised. */
export function maturingMovement(stake: StakeTerms): Movement {
  return movement(stake, 'matured', [
    { from: 'staked', to: 'balance', amount: stake.amount },
    { from: 'promised', to: 'balance', amount: stake.promisedProfit },
  ]);
}

/** The customer loses 40 % of the amount to fees and the whole profit, which goes back to the treasury. */
export function cancellingMovement(stake: StakeTerms): Movement {
  const { fee, refund } = settleEarly(stake.amount);
  return movement(stake, 'canceled', [
    { from: 'staked', to: 'balance', amount: refund },
    { from: 'staked', to: 'fees', amount: fee },
    { from: 'promised', to: 'treasury', amount: stake.promisedProfit },
  ]);
}

function movement(stake: StakeTerms, event: string, transfers: Movement['transfers']): Movement {
  return {
    key: `stake:${stake.id}:${event}`,
    kind: `stake_${event}`,
    owner: stake.customerId,
    reference: stake.id,
    transfers,
  };
}
