import type { DomainEvents } from '#ledger/server/domain-events.ts';
import type { Database, Tx } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import { cellsToAlert, takeAlerts } from './alert-store.ts';

/** Customers of a cell notified per transaction. */
const batch = 1_000;

/**
 * While registrations are open, notifies everybody who asked for it, once. The alert is deleted in the same transaction that writes the
 * notice, so a crash in between notifies nobody. Works whatever opened them and whenever the alert was set; safe to run repeatedly and on
 * many machines. If they have closed again by then, nobody is notified.
 *
 * @returns how many were notified
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
  // Repeatable: if the connection was lost after the commit, those alerts are already gone.
  return transaction(db, work, { repeatable: true });
}
