import type { DomainEvents, TransferEvent } from '#ledger/server/domain-events.ts';
import { noteChange } from '#database/server/changes.ts';
import type { Tx } from '#database/server/database.ts';
import { noteOfTransfer, statusOfTransfer } from '../transfer-state.ts';
import type { TransferRecord } from './transfer-store.ts';

/** Publishes a transfer's new state in the transaction that changed it. A refused deposit changes nothing but its row. */
export async function publishTransfer(
  tx: Tx,
  transfer: TransferRecord,
  at: Date,
  events: Pick<DomainEvents, 'onTransfer'>,
): Promise<void> {
  const { id: reference, customerId, direction, amount } = transfer;
  noteChange(tx, customerId, 'money');
  const status = statusOf(transfer);
  if (!status) return;
  await events.onTransfer(tx, { customerId, reference, direction, status, amount, ...reasonOf(transfer), at });
}

function statusOf({ state }: TransferRecord): TransferEvent['status'] | null {
  if (state === 'awaiting_approval') return 'waiting';
  const status = statusOfTransfer(state);
  return status === 'in_progress' ? null : status;
}

/** The brokerage's reasons are for the operator only, except insufficient funds. */
function reasonOf(transfer: TransferRecord): Pick<TransferEvent, 'why' | 'reason'> {
  if (transfer.state !== 'returned') return { why: null, reason: null };
  const note = noteOfTransfer(transfer);
  if (note === 'refused_in_review') return { why: note, reason: transfer.reason };
  return { why: note === 'insufficient_funds' ? note : 'refused', reason: null };
}
