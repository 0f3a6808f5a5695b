import type { Micros } from '#money/money.ts';
import type { Journal } from '#ledger/journal.ts';
import { positionJournal, type PositionTerms } from '#ledger/position-journal.ts';
import { settleEarly } from './plans.ts';

/** What the ledger needs to know of a stake. */
export interface StakeTerms extends PositionTerms {
  promisedProfit: Micros;
}

/** The customer locks the amount; the treasury sets the whole profit aside at once. Nobody gains or loses yet. */
export function openingJournal(stake: StakeTerms): Journal {
  return positionJournal('stake_opened', stake, [
    { from: 'balance', to: 'staked', amount: stake.amount },
    { from: 'treasury', to: 'promised', amount: stake.promisedProfit },
  ]);
}

/** The customer gains the promised profit and has the amount back. The treasury paid when it promised. */
export function maturingJournal(stake: StakeTerms): Journal {
  return positionJournal('stake_matured', stake, [
    { from: 'staked', to: 'balance', amount: stake.amount },
    { from: 'promised', to: 'balance', amount: stake.promisedProfit },
  ]);
}

/** The customer loses 40 % of the amount to fees and the whole profit, which goes back to the treasury. */
export function cancellingJournal(stake: StakeTerms): Journal {
  const { fee, refund } = settleEarly(stake.amount);
  return positionJournal('stake_canceled', stake, [
    { from: 'staked', to: 'balance', amount: refund },
    { from: 'staked', to: 'fees', amount: fee },
    { from: 'promised', to: 'treasury', amount: stake.promisedProfit },
  ]);
}
