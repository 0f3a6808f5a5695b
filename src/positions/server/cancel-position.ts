import type { DomainEvents } from '#ledger/server/domain-events.ts';
import { explainLedger } from '#ledger/server/post.ts';
import { refusePlatform } from '#platform/refusals.ts';
import type { Refusal } from '#platform/refusal.ts';
import { noteChange } from '#database/server/changes.ts';
import { isUuid } from '#http/server/cursor.ts';
import { requireOne, type Tx } from '#database/server/database.ts';
import { type GuardMove, refusalOf } from '#database/server/guard-move.ts';
import { codeOf } from '#database/server/is-lost.ts';
import { type CancelableProduct, registry } from '../registry.ts';
import { asPosition, type Position, type PositionRow } from './position-store.ts';

interface Cancellation {
  id: string;
  customerId: string;
  /** The session that asks for it, and its approval if it sends one. */
  session: string;
  approval: string | undefined;
  product: CancelableProduct;
  now: Date;
  /** The product's refusal for a position that is no longer running. */
  refuseEnded: () => Refusal;
}

/**
 * Leaves a position before its end: the amount less the position's own fee is returned immediately, the profit is forfeited (S7). Whoever
 * updates the row first gets the position; any other call finds it ended, or not theirs. A session alone is not enough where the customer
 * has a second factor: it would give up the fee of everything.
 *
 * @throws Refusal `account_frozen` while the customer's money is stopped, `not_found`, or the product's refusal of one that has ended
 */
export async function cancelPosition(
  tx: Tx,
  { id, customerId, session, approval, product, now, refuseEnded }: Cancellation,
  guard: GuardMove,
  events: DomainEvents,
): Promise<Position> {
  if (!isUuid(id)) throw refusePlatform('not_found');
  const [refusal, row] = await Promise.all([
    refusalOf(guard(tx, { customerId, session, approval, move: { purpose: 'leave', position: id } })),
    requireOne<PositionRow>(tx, `SELECT * FROM cancel_position('${product}', $1, $2, $3, $4, true)`, [
      id,
      customerId,
      now,
      registry[product].cancelFee,
    ]).catch((error: unknown) => {
      if (codeOf(error) === 'LB010') throw refusePlatform('not_found');
      throw codeOf(error) === 'LB011' ? refuseEnded() : explainLedger(error);
    }),
  ]);
  if (refusal) throw refusal.error;
  noteChange(tx, customerId, 'money');
  const position = asPosition(row);
  await events.onCanceled(tx, { customerId, product, reference: id, at: now });
  return position;
}
