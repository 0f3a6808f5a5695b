import { type Backings, eventOf, positionEvent } from '#ledger/server/backing.ts';
import { returnedLegs } from '#payouts/server/returned-legs.ts';

/** What stands behind the events of the bot: a subscription, a move of the wallet, an investment. */
export const botBackings = {
  bot_subscribed: eventOf({
    from: 'bot_subscriptions s',
    key: `'bot:' || s.customer_id || ':subscribed'`,
    owner: 's.customer_id',
    reference: 's.customer_id',
    legs: { 'balance>fees': 's.fee' },
  }),
  bot_deposited: positionEvent('bot_deposited', 'bot_moves', {
    where: `p.direction = 'deposited'`,
    legs: { 'balance>zord': 'p.amount' },
  }),
  bot_withdrawn: positionEvent('bot_withdrawn', 'bot_moves', {
    where: `p.direction = 'withdrawn'`,
    legs: { 'zord>balance': 'p.amount' },
  }),
  bot_invested: positionEvent('bot_invested', 'bot_investments', { legs: { 'zord>zord_blocked': 'p.amount' } }),
  bot_finished: positionEvent('bot_finished', 'bot_investments', {
    where: `p.status = 'finished'`,
    legs: returnedLegs('zord_blocked', 'zord'),
  }),
} satisfies Partial<Backings>;
