import type { Movement } from '#ledger/movement.ts';
import type { Micros } from '#money/money.ts';

/** What the ledger needs to know of a vault investment. */
export interface InvestmentTerms {
  id: string;
  customerId: string;
  amount: Micros;
  promisedProfit: Micros;
}

/** The customer puts the amount into the vault; the treasury sets the whole profit aside at once. Nobody gains or loses yet. */
export function openingMovement(investment: InvestmentTerms): Movement {
  return movement(investment, 'opened', [
    { from: 'balance', to: 'vault', amount: investment.amount },
    { from: 'treasury', to: 'promised', amount: investment.promisedProfit },
  ]);
}

/** The customer gains the promised profit and has the amount back. The treasury paid when it promised. */
export function maturingMovement(investment: InvestmentTerms): Movement {
  return movement(investment, 'matured', [
    { from: 'vault', to: 'balance', amount: investment.amount },
    { from: 'promised', to: 'balance', amount: investment.promisedProfit },
  ]);
}

function movement(investment: InvestmentTerms, event: string, transfers: Movement['transfers']): Movement {
  return {
    key: `vault:${investment.id}:${event}`,
    kind: `vault_${event}`,
    owner: investment.customerId,
    reference: investment.id,
    transfers,
  };
}
