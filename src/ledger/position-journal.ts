import type { Micros } from '#money/money.ts';
import type { JournalKind } from './kinds.ts';
import type { Journal, Entry } from './journal.ts';

/** What the ledger needs to know of a position: a stake, a licence, an investment. */
export interface PositionTerms {
  id: string;
  customerId: string;
  amount: Micros;
}

/** What happened to a position, once: its key is made of the product, the position and the event, as its kind names them. */
export function positionJournal(kind: JournalKind, position: PositionTerms, entries: Entry[]): Journal {
  const [product, event] = kind.split('_');
  return {
    key: `${product}:${position.id}:${event}`,
    kind,
    owner: position.customerId,
    reference: position.id,
    entries,
  };
}
