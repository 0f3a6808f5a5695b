import { requireUnfrozen } from '#ledger/server/freeze.ts';
import { type DomainEvents, noSubscribers } from '#ledger/server/domain-events.ts';
import { post } from '#ledger/server/post.ts';
import { readBusinessClock } from '#platform/server/business-clock.ts';
import { noteChange } from '#platform/server/changes.ts';
import { readOne, type Tx } from '#platform/server/database.ts';
import { returningJournal } from '../journals.ts';
import { publishTransfer } from './publish-transfer.ts';
import { asTransfer, transferColumns, type TransferRecord, type TransferRow } from './transfer-store.ts';

/**
 * An operator's yes to a withdrawal that waits: from the commit on it is sent like any other, and its age counts from
 * here. Null when it does not wait (any more): of two who decide at once, one decides.
 *
 * @throws Refusal `account_frozen` while nothing of its customer's leaves
 */
export async function approveWithdrawal(tx: Tx, id: string): Promise<TransferRecord | null> {
  const row = await readOne<TransferRow>(
    tx,
    `UPDATE broker_transfers SET state = 'held', decision = 'approved', queued_at = now(), due_at = now()
     WHERE id = $1 AND state = 'awaiting_approval' RETURNING ${transferColumns}`,
    [id],
  );
  if (!row) return null;
  await requireUnfrozen(tx, row.customer_id);
  noteChange(tx, row.customer_id, 'money');
  return asTransfer(row);
}

/**
 * An operator's no: the amount goes back to the balance in the same transaction. Nothing has ever been sent, so nothing has
 * to be asked for first. Null when it does not wait (any more).
 *
 * @param reason for the customer to read
 */
export async function refuseWithdrawal(
  tx: Tx,
  id: string,
  reason: string,
  events: DomainEvents = noSubscribers,
): Promise<TransferRecord | null> {
  const { now } = await readBusinessClock(tx);
  const row = await readOne<TransferRow>(
    tx,
    `UPDATE broker_transfers SET state = 'returned', decision = 'refused', reason = $2, ended_at = $3
     WHERE id = $1 AND state = 'awaiting_approval' RETURNING ${transferColumns}`,
    [id, reason, now],
  );
  if (!row) return null;
  const withdrawal = asTransfer(row);
  await post(tx, returningJournal(withdrawal), now);
  await events.onCapitalMoved(tx, { customerId: withdrawal.customerId, change: withdrawal.amount });
  await publishTransfer(tx, withdrawal, now, events);
  return withdrawal;
}
