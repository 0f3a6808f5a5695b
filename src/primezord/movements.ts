import type { Movement } from '#ledger/movement.ts';
import { positionMovement, type PositionTerms } from '#ledger/position-movement.ts';
import type { Micros } from '#money/money.ts';
import { returnCapital } from '#payouts/return-capital.ts';

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

/** From the customer's own balance into their bot's wallet. Nobody gains or loses; likewise on the way back. */
export function depositingMovement(move: PositionTerms): Movement {
  return positionMovement('bot_deposited', move, [{ from: 'balance', to: 'zord', amount: move.amount }]);
}

export function withdrawingMovement(move: PositionTerms): Movement {
  return positionMovement('bot_withdrawn', move, [{ from: 'zord', to: 'balance', amount: move.amount }]);
}

/** Part of the wallet is blocked for the term. Nobody gains or loses yet, and nothing is promised. */
export function investingMovement(investment: PositionTerms): Movement {
  return positionMovement('bot_invested', investment, [
    { from: 'zord', to: 'zord_blocked', amount: investment.amount },
  ]);
}

/** The wallet has the amount back with what the operations made of it. */
export function finishingMovement(investment: PositionTerms, result: Micros): Movement {
  return positionMovement('bot_finished', investment, returnCapital('zord_blocked', 'zord', investment.amount, result));
}
