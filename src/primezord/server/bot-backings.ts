import { type Backing, type Backings, eventOf } from '#ledger/server/backing.ts';

/** What backs the bot's events that are no positions: the subscription, and moves to and from its wallet. */
export const botBackings = {
  primezord_subscribed: eventOf({
    from: 'bot_subscriptions s',
    key: `'primezord:' || s.customer_id || ':subscribed'`,
    owner: 's.customer_id',
    reference: 's.customer_id',
    legs: { 'balance>fees': 's.fee' },
  }),
  primezord_deposited: moved('deposited', 'balance>zord'),
  primezord_withdrawn: moved('withdrawn', 'zord>balance'),
} satisfies Partial<Backings>;

function moved(direction: 'deposited' | 'withdrawn', leg: `${string}>${string}`): Backing {
  return eventOf({
    from: 'bot_moves m',
    where: `m.direction = '${direction}'`,
    key: `'primezord:' || m.id || ':${direction}'`,
    owner: 'm.customer_id',
    reference: 'm.id',
    legs: { [leg]: 'm.amount' },
  });
}
