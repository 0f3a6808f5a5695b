import type { Journal } from '#ledger/journal.ts';
import { positionJournal, type PositionTerms } from '#ledger/position-journal.ts';
import type { Micros } from '#money/money.ts';

/** What the ledger needs to know of a vault investment. */
export interface InvestmentTerms extends PositionTerms {
  promisedProfit: Micros;
}

/** The customer puts the amount into the vault; the treasury sets the whole profit aside at once. Nobody gains or loses yet. */
export function openingJournal(investment: InvestmentTerms): Journal {
  return positionJournal('vault_opened', investment, [
    { from: 'balance', to: 'vault', amount: investment.amount },
    { from: 'treasury', to: 'promised', amount: investment.promisedProfit },
  ]);
}

/** The customer gains the promised profit and has the amount back. The treasury paid when it promised. */
export function maturingJournal(investment: InvestmentTerms): Journal {
  return positionJournal('vault_matured', investment, [
    { from: 'vault', to: 'balance', amount: investment.amount },
    { from: 'promised', to: 'balance', amount: investment.promisedProfit },
  ]);
}
