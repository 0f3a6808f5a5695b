import type { DomainEvents } from '#ledger/server/domain-events.ts';
import { sendHoldAccounts } from '#ledger/server/hold.ts';
import { readOne, type Tx } from '#platform/server/database.ts';
import { settleWithin } from './settle-transfer.ts';
import type { TransferRecord } from './transfer-store.ts';

/** The outcome of a transfer whose answer was lost: as if the brokerage had said `done`, or had refused. */
export type HandOutcome = 'settled' | 'returned';

const answers = { settled: 'done', returned: 'refused' } as const;

/**
 * Ends a transfer of unknown outcome, on evidence obtained elsewhere, through the same code as the brokerage's own answer. Only from
 * `unknown`, by a conditional update: among concurrent decisions and a worker that has just received an answer, one ends it.
 *
 * @returns null when there is no such transfer, or it is not, or no longer, unknown
 */
export async function endByHand(
  tx: Tx,
  id: string,
  { outcome, evidence, events }: { outcome: HandOutcome; evidence: string; events: DomainEvents },
): Promise<TransferRecord | null> {
  const owner = await readOne<{ customerId: string }>(
    tx,
    'SELECT customer_id AS "customerId" FROM broker_transfers WHERE id = $1',
    [id],
  );
  if (!owner) return null;
  const { customerId } = owner;
  // Locks the accounts before the transfer, as everywhere.
  sendHoldAccounts(tx, customerId);
  const answer = answers[outcome];
  const taken = await readOne(
    tx,
    `UPDATE broker_transfers SET state = $3, reason = CASE WHEN $3 = 'refused' THEN 'by_hand' END, last_error = NULL
     WHERE id = $1 AND cell = cell_of($2) AND state = 'unknown' RETURNING id`,
    [id, customerId, answer],
  );
  if (!taken) return null;
  await tx.query(
    'INSERT INTO transfers_by_hand (transfer_id, cell, outcome, evidence) VALUES ($1, cell_of($2), $3, $4)',
    [id, customerId, outcome, evidence],
  );
  return settleWithin(tx, { id, customerId }, answer, { events });
}
