import { type Backings, eventOf } from '#ledger/server/backing.ts';
import { awardBackings } from '#network/server/award-backings.ts';
import { positionBackings } from '#positions/server/position-backings.ts';
import { remainderBackings } from '#privacy/server/remainder-backings.ts';
import { botBackings } from '#primezord/server/bot-backings.ts';
import { reversalBackings } from './reversal-backings.ts';
import { transferBackings } from '#wallet/server/transfer-backings.ts';

/** The backings of house events, which belong to no customer. */
export const houseBackings = {
  /** An operator's action that names the event and has the same amount. */
  treasury_funded: eventOf({
    from: 'actions a',
    where: `a.action = 'treasury fund'`,
    key: `a.details ->> 'journal'`,
    owner: 'NULL::uuid',
    reference: 'NULL::uuid',
    legs: { 'funding>treasury': `(a.details ->> 'usd')::numeric * 1000000` },
  }),
  /** The reverse. */
  treasury_drawn: eventOf({
    from: 'actions a',
    where: `a.action = 'treasury draw'`,
    key: `a.details ->> 'journal'`,
    owner: 'NULL::uuid',
    reference: 'NULL::uuid',
    legs: { 'treasury>funding': `(a.details ->> 'usd')::numeric * 1000000` },
  }),
  /** Withheld tax paid to the authority; next, what the authority returned. */
  taxes_paid: eventOf({
    from: 'actions a',
    where: `a.action = 'taxes pay'`,
    key: `a.details ->> 'journal'`,
    owner: 'NULL::uuid',
    reference: 'NULL::uuid',
    legs: { 'taxes>authority': `(a.details ->> 'usd')::numeric * 1000000` },
  }),
  taxes_returned: eventOf({
    from: 'actions a',
    where: `a.action = 'taxes return'`,
    key: `a.details ->> 'journal'`,
    owner: 'NULL::uuid',
    reference: 'NULL::uuid',
    legs: { 'authority>taxes': `(a.details ->> 'usd')::numeric * 1000000` },
  }),
} satisfies Partial<Backings>;

/** The backings of customers' events. */
export const customerBackings = {
  ...positionBackings,
  ...transferBackings,
  ...botBackings,
  ...awardBackings,
  ...reversalBackings,
  ...remainderBackings,
} satisfies Partial<Backings>;

/** The backing of every kind of event: a kind without one does not compile. */
export const allBackings: Backings = { ...houseBackings, ...customerBackings };
