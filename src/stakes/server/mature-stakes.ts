import { type DomainEvents, noSubscribers, type ProfitPaid } from '#ledger/server/domain-events.ts';
import { post } from '#ledger/server/post.ts';
import type { Database } from '#platform/server/database.ts';
import { transaction } from '#platform/server/transaction.ts';
import { maturingJournal } from '../journals.ts';
import { markMatured, type StakeRecord } from './stake-store.ts';

const batch = 50;

/**
 * Pays what has fallen due: amount and profit go to the balance (S7). Takes up to 50 stakes in one transaction and says
 * how many it settled; below 50 nothing was left that another worker did not hold. Safe to run twice and on many machines: a row is
 * ended once, and its journal's key is the stake and the event.
 */
export function matureStakes(db: Database, now: Date, events: DomainEvents = noSubscribers): Promise<number> {
  return transaction(db, async (tx) => {
    const due = await markMatured(tx, now, batch);
    // One customer's accounts after another's in the same order everywhere: two workers never wait for each other in a ring.
    due.sort((a, b) => (a.customerId < b.customerId ? -1 : a.customerId > b.customerId ? 1 : 0));
    await events.onProfitPaid(
      tx,
      due.map((stake) => profitOf(stake, now)),
    );
    for (const stake of due) await post(tx, maturingJournal(stake), now);
    return due.length;
  });
}

function profitOf(stake: StakeRecord, at: Date): ProfitPaid {
  const { customerId, id: reference, amount, promisedProfit: profit } = stake;
  return { customerId, product: 'stakes', reference, amount, profit, at };
}
