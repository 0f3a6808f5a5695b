import { type Backings, positionEvent } from '#ledger/server/backing.ts';
import { returnedLegs } from '#payouts/server/returned-legs.ts';

/** What stands behind the events of copy trade: the licence, in the state that the event brought it to. */
export const licenceBackings = {
  copytrade_opened: positionEvent('copytrade_opened', 'copytrade_licences', {
    legs: { 'balance>copytrade': 'p.amount' },
  }),
  copytrade_expired: positionEvent('copytrade_expired', 'copytrade_licences', {
    where: `p.status = 'expired'`,
    legs: returnedLegs('copytrade', 'balance'),
  }),
} satisfies Partial<Backings>;
