import { type DomainEvents, noSubscribers } from '#ledger/server/domain-events.ts';
import { isFrozenFor } from '#ledger/server/freeze.ts';
import { holdAccounts } from '#ledger/server/hold.ts';
import { post } from '#ledger/server/post.ts';
import { readPayingClock } from '#database/server/business-clock.ts';
import { noteChange } from '#database/server/changes.ts';
import { readOne, type Tx } from '#database/server/database.ts';
import { refuseLedger } from '#ledger/refusals.ts';
import { returningJournal } from '../journals.ts';
import { publishTransfer } from './publish-transfer.ts';
import { asTransfer, transferColumns, type TransferRecord, type TransferRow } from './transfer-store.ts';
import { countedNow, sendCount, sendUncount } from './withdrawal-counters.ts';

/**
 * Approves a withdrawal that awaits an operator: once committed it is sent like any other, and its age counts from here. So does what leaves
 * the house: it counts in the day of the approval, whenever it was requested. Null when it is
 * not, or no longer, waiting: of two concurrent decisions one succeeds.
 *
 * @throws Refusal `account_frozen` while its customer's money may not leave
 */
export async function approveWithdrawal(tx: Tx, id: string): Promise<TransferRecord | null> {
  const customerId = await readOwner(tx, id);
  if (customerId === null) return null;
  const isFrozen = await isFrozenFor(tx, customerId);
  const row = await readOne<TransferRow>(
    tx,
    `UPDATE broker_transfers SET state = 'held', decision = 'approved', queued_at = now(), due_at = now(), counted_at = ${countedNow}
     WHERE id = $1 AND customer_id = $2 AND state = 'awaiting_approval' RETURNING ${transferColumns}`,
    [id, customerId],
  );
  if (!row) return null;
  if (isFrozen) throw refuseLedger('account_frozen');
  const withdrawal = asTransfer(row);
  sendCount(tx, withdrawal);
  noteChange(tx, customerId, 'money');
  return withdrawal;
}

/** The withdrawal's customer, needed to lock their accounts before it. */
async function readOwner(tx: Tx, id: string): Promise<string | null> {
  const text = `SELECT customer_id FROM broker_transfers WHERE id = $1 AND state IN ('awaiting_approval', 'held')`;
  return (await readOne<{ customer_id: string }>(tx, text, [id]))?.customer_id ?? null;
}

/**
 * Refuses a withdrawal that awaits an operator, or is held back with its frozen customer: the amount returns to the balance in the same
 * transaction. Nothing was ever sent, so nothing has to be looked up first; only one that is held back was counted as leaving. Null when it
 * is neither, or no longer.
 *
 * @param reason for the customer to read
 */
export async function refuseWithdrawal(
  tx: Tx,
  id: string,
  reason: string,
  events: DomainEvents = noSubscribers,
): Promise<TransferRecord | null> {
  const now = await readPayingClock(tx);
  const customerId = await readOwner(tx, id);
  if (customerId === null) return null;
  await holdAccounts(tx, [customerId]);
  const row = await readOne<TransferRow & { was_counted: boolean }>(
    tx,
    `WITH stopped AS (
       SELECT id AS was, state = 'held' AS was_counted FROM broker_transfers
       WHERE id = $1 AND customer_id = $2 AND (state = 'awaiting_approval' OR state = 'held' AND due_at = 'infinity') FOR UPDATE
     )
     UPDATE broker_transfers SET state = 'returned', decision = 'refused', reason = $3, ended_at = $4, due_at = NULL
     FROM stopped WHERE id = was AND customer_id = $2 RETURNING ${transferColumns}, was_counted`,
    [id, customerId, reason, now],
  );
  if (!row) return null;
  const withdrawal = asTransfer(row);
  if (row.was_counted) sendUncount(tx, withdrawal);
  await post(tx, returningJournal(withdrawal), now);
  await events.onCapitalMoved(tx, { customerId: withdrawal.customerId, change: withdrawal.amount });
  await publishTransfer(tx, withdrawal, now, events);
  return withdrawal;
}
