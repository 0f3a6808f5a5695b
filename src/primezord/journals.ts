import type { Journal } from '#ledger/journal.ts';
import { positionJournal, type PositionTerms } from '#ledger/position-journal.ts';
import type { Micros } from '#money/money.ts';
import { returnCapital } from '#payouts/return-capital.ts';

/** The customer pays the entry fee, once in their life: the key is theirs. */
export function subscribingJournal(customerId: string, fee: Micros): Journal {
  return {
    key: `bot:${customerId}:subscribed`,
    kind: 'bot_subscribed',
    owner: customerId,
    reference: customerId,
    entries: [{ from: 'balance', to: 'fees', amount: fee }],
  };
}

/** From the customer's own balance into their bot's wallet. Nobody gains or loses; likewise on the way back. */
export function depositingJournal(move: PositionTerms): Journal {
  return positionJournal('bot_deposited', move, [{ from: 'balance', to: 'zord', amount: move.amount }]);
}

export function withdrawingJournal(move: PositionTerms): Journal {
  return positionJournal('bot_withdrawn', move, [{ from: 'zord', to: 'balance', amount: move.amount }]);
}

/** Part of the wallet is blocked for the term. Nobody gains or loses yet, and nothing is promised. */
export function investingJournal(investment: PositionTerms): Journal {
  return positionJournal('bot_invested', investment, [{ from: 'zord', to: 'zord_blocked', amount: investment.amount }]);
}

/** The wallet has the amount back with what the operations made of it. */
export function finishingJournal(investment: PositionTerms, result: Micros): Journal {
  return positionJournal('bot_finished', investment, returnCapital('zord_blocked', 'zord', investment.amount, result));
}
