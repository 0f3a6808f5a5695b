import type { Journal } from '#ledger/journal.ts';
import { type DomainEvents, noSubscribers } from '#ledger/server/domain-events.ts';
import { sendHoldAccounts } from '#ledger/server/hold.ts';
import { sendPost } from '#ledger/server/post.ts';
import type { Database, Tx } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import { depositJournal, returningJournal, withdrawingJournal } from '../journals.ts';
import { publishTransfer } from './publish-transfer.ts';
import { endTransfer } from './transfer-queue.ts';
import type { TransferRecord } from './transfer-store.ts';
import { sendUncount } from './withdrawal-counters.ts';

type Answer = 'done' | 'refused';

/**
 * Settles the brokerage's definite answer: a deposit that is done credits the customer, a withdrawal that is done takes the held amount,
 * and a refusal restores the state before the request. The first write is conditional, so of many workers one settles; the journal's key
 * would stop a second one even then.
 *
 * @param at business time of the settlement; the business clock's by default
 */
export async function settleTransfer(
  db: Database,
  transfer: Pick<TransferRecord, 'id' | 'customerId'>,
  answer: Answer,
  { at, events = noSubscribers }: { at?: Date | undefined; events?: DomainEvents | undefined } = {},
): Promise<void> {
  const work = async (tx: Tx): Promise<void> => {
    sendHoldAccounts(tx, transfer.customerId);
    await settleWithin(tx, transfer, answer, { at, events });
  };
  await transaction(db, work, { repeatable: true });
}

/** The same in the transaction of a caller that holds the customer's accounts; null when the transfer had already ended. */
export async function settleWithin(
  tx: Tx,
  transfer: Pick<TransferRecord, 'id' | 'customerId'>,
  answer: Answer,
  { at, events }: { at?: Date | undefined; events: DomainEvents },
): Promise<TransferRecord | null> {
  const end = await endTransfer(tx, transfer, answer, at);
  if (!end) return null;
  const { ended, now } = end;
  const journal = endingJournal(ended, answer);
  if (journal) {
    sendPost(tx, journal, now);
    if (journal.kind === 'withdrawal_returned') sendUncount(tx, ended);
    await publishCapital(tx, ended, answer, events);
  }
  await publishTransfer(tx, ended, now, events);
  return ended;
}

/** For a deposit that came in or a withdrawal that was returned; a withdrawal that is done was counted when requested. */
async function publishCapital(
  tx: Tx,
  { customerId, direction, amount: change }: TransferRecord,
  answer: Answer,
  events: DomainEvents,
): Promise<void> {
  if (direction === 'withdrawal' && answer === 'done') return;
  await events.onCapitalMoved(tx, { customerId, change });
}

/** Null for a refused deposit, which never moved anything. */
function endingJournal(transfer: TransferRecord, answer: Answer): Journal | null {
  if (transfer.direction === 'deposit') return answer === 'done' ? depositJournal(transfer) : null;
  return answer === 'done' ? withdrawingJournal(transfer) : returningJournal(transfer);
}
