import type { Journal } from '#ledger/journal.ts';
import type { DomainEvents, ProfitPaid } from '#ledger/server/domain-events.ts';
import { post } from '#ledger/server/post.ts';
import type { Database } from '#platform/server/database.ts';
import { transaction } from '#platform/server/transaction.ts';
import type { PayoutProduct } from '../contract.ts';
import { holdFeed } from './operation-store.ts';
import type { TradedPosition, TradedPositions } from './traded-positions.ts';

const batch = 50;

/**
 * Pays what has fallen due, amount and result, by the product's own journal. Takes up to 50 positions in one transaction
 * and says how many it settled; below 50 nothing was left that another worker did not hold. Safe to run twice and on many
 * machines.
 */
export function settleTradedPositions<Status extends string>(
  db: Database,
  positions: TradedPositions<Status>,
  paying: (position: TradedPosition<Status>) => Journal,
  now: Date,
  events: DomainEvents,
): Promise<number> {
  return transaction(db, async (tx) => {
    // Holding the feed writes, so it is not done every half second for nothing.
    if (!(await positions.hasDue(tx, now))) return 0;
    const operationsSeen = await holdFeed(tx, positions.product);
    const due = await positions.end(tx, { now, most: batch, operationsSeen });
    // One customer's accounts after another's in the same order everywhere: two workers never wait for each other in a ring.
    due.sort((a, b) => (a.customerId < b.customerId ? -1 : a.customerId > b.customerId ? 1 : 0));
    await events.onProfitPaid(
      tx,
      due.map((position) => profitOf(position, positions.product, now)),
    );
    for (const position of due) await post(tx, paying(position), now);
    return due.length;
  });
}

function profitOf(position: TradedPosition, product: PayoutProduct, at: Date): ProfitPaid {
  const { customerId, id: reference, amount, result: profit } = position;
  return { customerId, product, reference, amount, profit, at };
}
