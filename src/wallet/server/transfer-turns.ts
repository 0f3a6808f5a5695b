import type { ClaimedTransfer, Turns } from './transfer-queue.ts';

/** As many of one customer are begun in one round, and no more while as many are under way. */
export const mostOfCustomer = 2;
const mostRemembered = 1_000;

export interface TurnKeeper {
  turns(): Turns;
  began(transfer: ClaimedTransfer): void;
  ended(transfer: ClaimedTransfer): void;
}

/** Remembers whose transfers were sent lately and whose are under way, so that the next turn is somebody else's. */
export function keepTurns(): TurnKeeper {
  const customers = new Set<string>();
  const underWay = new Map<string, number>();
  return {
    turns: () => ({
      customers: [...customers],
      busy: [...underWay].filter(([, count]) => count >= mostOfCustomer).map(([customer]) => customer),
      mostOfCustomer,
    }),
    began({ customerId }) {
      moveToEnd(customers, customerId);
      underWay.set(customerId, (underWay.get(customerId) ?? 0) + 1);
    },
    ended({ customerId }) {
      const left = (underWay.get(customerId) ?? 1) - 1;
      if (left > 0) underWay.set(customerId, left);
      else underWay.delete(customerId);
    },
  };
}

function moveToEnd(served: Set<string>, one: string): void {
  served.delete(one);
  served.add(one);
  const [oldest] = served;
  if (served.size > mostRemembered && oldest !== undefined) served.delete(oldest);
}
