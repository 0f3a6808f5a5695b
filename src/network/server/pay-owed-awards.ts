import { type DomainEvents, noSubscribers } from '#ledger/server/domain-events.ts';
import { post } from '#ledger/server/post.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Database } from '#platform/server/database.ts';
import { transaction } from '#platform/server/transaction.ts';
import { awardJournal } from '../journals.ts';
import { markOldestPaid } from './award-store.ts';
import { asPaid } from './pay-awards.ts';

const batch = 50;

type AwardEvents = Pick<DomainEvents, 'onAwardsPaid'>;

/**
 * Pays awards that stayed owed, the one that waited longest first, and says how many. Stops at the first for which the treasury
 * has too little: a later, smaller one does not overtake it here. Each is a transaction of its own, so that the treasury may
 * be waited for. Safe to run twice and on many machines.
 */
export async function payOwedAwards(db: Database, now: Date, events: AwardEvents = noSubscribers): Promise<number> {
  for (let paid = 0; paid < batch; paid += 1) {
    if (!(await payOldest(db, now, events))) return paid;
  }
  return batch;
}

async function payOldest(db: Database, now: Date, events: AwardEvents): Promise<boolean> {
  try {
    return await transaction(db, async (tx) => {
      const award = await markOldestPaid(tx, now);
      if (!award) return false;
      await post(tx, awardJournal(award), now);
      await events.onAwardsPaid(tx, [{ ...asPaid(award), at: now }]);
      return true;
    });
  } catch (error) {
    if (error instanceof Refusal && error.code === 'no_capacity') return false;
    throw error;
  }
}
