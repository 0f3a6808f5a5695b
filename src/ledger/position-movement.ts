import type { Micros } from '#money/money.ts';
import type { Movement, Transfer } from './movement.ts';

/** What the ledger needs to know of a position: a stake, a licence, an investment. */
export interface PositionTerms {
  id: string;
  customerId: string;
  amount: Micros;
}

/** What happened to a position, once: its key is made of the product, the position and the event. */
export function positionMovement(
  product: string,
  position: PositionTerms,
  event: string,
  transfers: Transfer[],
): Movement {
  return {
    key: `${product}:${position.id}:${event}`,
    kind: `${product}_${event}`,
    owner: position.customerId,
    reference: position.id,
    transfers,
  };
}
