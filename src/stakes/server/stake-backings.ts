import { type Backings, positionEvent } from '#ledger/server/backing.ts';

/** What stands behind the events of stakes: the stake, in the state that the event brought it to. */
export const stakeBackings = {
  stake_opened: positionEvent('stake_opened', 'stakes', {
    legs: { 'balance>staked': 'p.amount', 'treasury>promised': 'p.promised_profit' },
  }),
  stake_matured: positionEvent('stake_matured', 'stakes', {
    where: `p.status = 'finished'`,
    legs: { 'staked>balance': 'p.amount', 'promised>balance': 'p.promised_profit' },
  }),
  stake_canceled: positionEvent('stake_canceled', 'stakes', {
    where: `p.status = 'canceled'`,
    legs: {
      'staked>balance': 'p.amount - p.amount * 40 / 100',
      'staked>fees': 'p.amount * 40 / 100',
      'promised>treasury': 'p.promised_profit',
    },
  }),
} satisfies Partial<Backings>;
