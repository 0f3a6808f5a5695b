import type { DomainEvents } from '#ledger/server/domain-events.ts';
import type { Database, Tx } from '#platform/server/database.ts';
import { transaction } from '#platform/server/transaction.ts';
import { cellsToAlert, takeAlerts } from './alert-store.ts';

/** How many of a cell are told in one transaction. */
const batch = 1_000;

/**
 * While registrations are open, tells everybody who wanted to be told, once: the wish is gone in the very transaction that writes what
 * they are told, so whoever dies in between has told nobody. Whatever opened them, and whenever the wish came; safe to run twice and on
 * many machines. Where they closed again before it came round, nobody is told what is not so any more.
 *
 * @returns how many were told
 */
export async function announceOpening(db: Database, events: DomainEvents, most = batch): Promise<number> {
  let told = 0;
  for (const cell of await cellsToAlert(db)) {
    for (let last = most; last === most; told += last) last = await announceInCell(db, cell, events, most);
  }
  return told;
}

function announceInCell(db: Database, cell: number, events: DomainEvents, most: number): Promise<number> {
  const work = async (tx: Tx): Promise<number> => {
    const alerts = await takeAlerts(tx, cell, most);
    if (alerts.length === 0) return 0;
    await events.onRegistrationsOpened(
      tx,
      alerts.map(({ id, customer_id: customerId }) => ({ customerId, product: 'copytrade', cause: `alert:${id}` })),
    );
    return alerts.length;
  };
  // A wish that was told when the connection was lost is not there any more.
  return transaction(db, work, { repeatable: true });
}
