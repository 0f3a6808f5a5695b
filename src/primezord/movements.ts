import type { Movement } from '#ledger/movement.ts';
import { type Micros, zero } from '#money/money.ts';

/** What the ledger needs to know of an investment. */
export interface InvestmentTerms {
  id: string;
  customerId: string;
  amount: Micros;
}

/** The customer pays the entry fee, once in their life: the key is theirs. */
export function subscribingMovement(customerId: string, fee: Micros): Movement {
  return {
    key: `bot:${customerId}:subscribed`,
    kind: 'bot_subscribed',
    owner: customerId,
    reference: customerId,
    transfers: [{ from: 'balance', to: 'fees', amount: fee }],
  };
}

/** A move between the customer's own balance and their bot's wallet. Nobody gains or loses. */
export interface WalletMove {
  id: string;
  customerId: string;
  amount: Micros;
}

export function depositingMovement(move: WalletMove): Movement {
  return walletMovement(move, 'deposited', { from: 'balance', to: 'zord', amount: move.amount });
}

export function withdrawingMovement(move: WalletMove): Movement {
  return walletMovement(move, 'withdrawn', { from: 'zord', to: 'balance', amount: move.amount });
}

function walletMovement(move: WalletMove, event: string, transfer: Movement['transfers'][number]): Movement {
  return {
    key: `bot:${move.id}:${event}`,
    kind: `bot_${event}`,
    owner: move.customerId,
    reference: move.id,
    transfers: [transfer],
  };
}

/** Part of the wallet is blocked for the term. Nobody gains or loses yet, and nothing is promised. */
export function investingMovement(investment: InvestmentTerms): Movement {
  return investmentMovement(investment, 'invested', [{ from: 'zord', to: 'zord_blocked', amount: investment.amount }]);
}

/** The wallet has the amount back with what the operations won, which trading pays; what they lost goes to trading. */
export function finishingMovement(investment: InvestmentTerms, result: Micros): Movement {
  const gain = result > 0n ? result : zero;
  const loss = result < 0n ? (-result as Micros) : zero;
  return investmentMovement(investment, 'finished', [
    { from: 'zord_blocked', to: 'zord', amount: (investment.amount - loss) as Micros },
    { from: 'trading', to: 'zord', amount: gain },
    { from: 'zord_blocked', to: 'trading', amount: loss },
  ]);
}

function investmentMovement(investment: InvestmentTerms, event: string, transfers: Movement['transfers']): Movement {
  return {
    key: `bot:${investment.id}:${event}`,
    kind: `bot_${event}`,
    owner: investment.customerId,
    reference: investment.id,
    transfers: transfers.filter(({ amount }) => amount > 0n),
  };
}
