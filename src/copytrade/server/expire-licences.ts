import { type Happenings, nobodyListens, type ProfitPaid } from '#ledger/server/happenings.ts';
import { post } from '#ledger/server/post.ts';
import { holdFeed } from '#payouts/server/operation-store.ts';
import type { Database } from '#platform/server/database.ts';
import { transaction } from '#platform/server/transaction.ts';
import { expiringMovement } from '../movements.ts';
import { hasDueLicence, type LicenceRecord, markExpired } from './licence-store.ts';

const batch = 50;

/**
 * Pays what has fallen due: amount and result go to the balance (C3). Takes up to 50 licences in one transaction and says how
 * many it settled; below 50 nothing was left that another worker did not hold. Safe to run twice and on many machines.
 */
export function expireLicences(db: Database, now: Date, happenings: Happenings = nobodyListens): Promise<number> {
  return transaction(db, async (tx) => {
    // Holding the feed writes, so it is not done every half second for nothing.
    if (!(await hasDueLicence(tx, now))) return 0;
    const operationsSeen = await holdFeed(tx, 'copytrade');
    const due = await markExpired(tx, { now, most: batch, operationsSeen });
    // One customer's accounts after another's in the same order everywhere: two workers never wait for each other in a ring.
    due.sort((a, b) => (a.customerId < b.customerId ? -1 : a.customerId > b.customerId ? 1 : 0));
    await happenings.onProfitPaid(
      tx,
      due.map((licence) => profitOf(licence, now)),
    );
    for (const licence of due) await post(tx, expiringMovement(licence, licence.result), now);
    return due.length;
  });
}

function profitOf(licence: LicenceRecord, at: Date): ProfitPaid {
  const { customerId, id: reference, amount, result: profit } = licence;
  return { customerId, product: 'copytrade', reference, amount, profit, at };
}
