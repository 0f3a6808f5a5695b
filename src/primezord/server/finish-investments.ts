import { type DomainEvents, noSubscribers } from '#ledger/server/domain-events.ts';
import { settleTradedPositions } from '#payouts/server/settle-traded-positions.ts';
import type { Database } from '#platform/server/database.ts';
import { finishingJournal } from '../journals.ts';
import { investments } from './investment-store.ts';

/** Pays a batch of the investments that have fallen due: amount and result go to the bot's wallet (Z4). */
export function finishInvestments(db: Database, now: Date, events: DomainEvents = noSubscribers): Promise<number> {
  return settleTradedPositions(
    db,
    investments,
    (investment) => finishingJournal(investment, investment.result),
    now,
    events,
  );
}
