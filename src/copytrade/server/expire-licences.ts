import { type DomainEvents, noSubscribers } from '#ledger/server/domain-events.ts';
import { settleTradedPositions } from '#payouts/server/settle-traded-positions.ts';
import type { Database } from '#platform/server/database.ts';
import { expiringJournal } from '../journals.ts';
import { licences } from './licence-store.ts';

/** Pays a batch of the licences that have fallen due: amount and result go to the balance (C3). */
export function expireLicences(db: Database, now: Date, events: DomainEvents = noSubscribers): Promise<number> {
  return settleTradedPositions(db, licences, (licence) => expiringJournal(licence, licence.result), now, events);
}
