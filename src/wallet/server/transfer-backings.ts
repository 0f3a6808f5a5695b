import { type Backing, type Backings, type DemandedEvent, eventOf } from '#ledger/server/backing.ts';

/** Backs money that came in or goes out with a transfer at the brokerage, in the state that the event needs. */
export const transferBackings = {
  deposit_settled: transferEvent('deposit', 'settled', {
    where: `b.state = 'settled'`,
    legs: { 'brokerage>balance': 'b.amount' },
  }),
  withdrawal_held: transferEvent('withdrawal', 'held', { legs: { 'balance>held': 'b.amount' } }),
  withdrawal_settled: transferEvent('withdrawal', 'settled', {
    where: `b.state = 'settled'`,
    legs: { 'held>brokerage': 'b.amount - b.fee', 'held>fees': 'b.fee' },
  }),
  withdrawal_returned: transferEvent('withdrawal', 'returned', {
    where: `b.state = 'returned'`,
    legs: { 'held>balance': 'b.amount' },
  }),
} satisfies Partial<Backings>;

function transferEvent(
  direction: 'deposit' | 'withdrawal',
  event: string,
  { where = 'true', legs }: Pick<DemandedEvent, 'where' | 'legs'>,
): Backing {
  return eventOf({
    from: 'broker_transfers b',
    where: `b.direction = '${direction}' AND ${where}`,
    key: `'${direction}:' || b.id || ':${event}'`,
    owner: 'b.customer_id',
    reference: 'b.id',
    legs,
  });
}
