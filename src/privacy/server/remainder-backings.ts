import { type Backings, eventOf } from '#ledger/server/backing.ts';

/** The backing of what an erased customer gave up: the row that states how much was left in each of their accounts. */
export const remainderBackings = {
  remainder_given_up: eventOf({
    from: 'given_up_remainders r',
    key: `'remainder:' || r.customer_id || ':given-up'`,
    owner: 'r.customer_id',
    reference: 'NULL::uuid',
    legs: { 'balance>treasury': 'r.balance', 'zord>treasury': 'r.zord' },
  }),
} satisfies Partial<Backings>;
