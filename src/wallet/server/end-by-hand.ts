import type { DomainEvents } from '#ledger/server/domain-events.ts';
import { sendHoldAccounts } from '#ledger/server/hold.ts';
import { readOne, type Sql, type Tx } from '#database/server/database.ts';
import { pendingHours, type TransferState } from '../transfer-state.ts';
import { settleWithin } from './settle-transfer.ts';
import type { TransferRecord } from './transfer-store.ts';

/** The outcome of a transfer whose answer was lost: as if the brokerage had said `done`, or had refused. */
export type HandOutcome = 'settled' | 'returned';

const answers = { settled: 'done', returned: 'refused' } as const;

interface ByHand {
  outcome: HandOutcome;
  evidence: string;
  /** The evidence is the brokerage's own written word, on which a transfer may be ended that it has called pending for long. */
  isWritten?: boolean;
  events: DomainEvents;
}

/** What was ended, and the state that it was in. */
export interface EndedByHand {
  ended: TransferRecord;
  was: TransferState;
}

/**
 * Ends a transfer of unknown outcome, on evidence obtained elsewhere, through the same code as the brokerage's own answer. By a conditional
 * update: among concurrent decisions and a worker that has just received an answer, one ends it.
 *
 * One that the brokerage calls pending may still be carried out, and would then have moved money twice: it is ended only on the brokerage's
 * written word, and only if nothing about it has changed for {@link pendingHours}, so that no attempt is under way. If a worker sends it
 * again meanwhile, it has been sent once more often than was read here, and is left alone.
 *
 * @returns null when there is no such transfer, or it is not, or no longer, to be ended so
 */
export async function endByHand(
  tx: Tx,
  id: string,
  { outcome, evidence, isWritten = false, events }: ByHand,
): Promise<EndedByHand | null> {
  const standing = await readOne<{ customerId: string; attempts: number; isStuck: boolean }>(
    tx,
    `SELECT customer_id AS "customerId", attempts, ${isStuckSql} AS "isStuck" FROM broker_transfers b WHERE id = $1`,
    [id],
  );
  if (!standing) return null;
  const { customerId, attempts, isStuck } = standing;
  // Locks the accounts before the transfer, as everywhere.
  sendHoldAccounts(tx, customerId);
  const answer = answers[outcome];
  const taken = await readOne<{ was: TransferState }>(
    tx,
    `WITH open AS (
       SELECT id AS open_id, state AS was FROM broker_transfers WHERE id = $1 AND cell = cell_of($2)
         AND (state = 'unknown' OR $4::boolean AND state = 'sending' AND attempts = $5) FOR UPDATE
     )
     UPDATE broker_transfers SET state = $3, reason = CASE WHEN $3 = 'refused' THEN 'by_hand' END, last_error = NULL
     FROM open WHERE id = open_id AND cell = cell_of($2) RETURNING was`,
    [id, customerId, answer, isWritten && isStuck, attempts],
  );
  if (!taken) return null;
  await tx.query(
    'INSERT INTO transfers_by_hand (transfer_id, cell, outcome, evidence) VALUES ($1, cell_of($2), $3, $4)',
    [id, customerId, outcome, evidence],
  );
  const ended = await settleWithin(tx, { id, customerId }, answer, { events });
  return ended && { ended, was: taken.was };
}

/** Sent, and called pending ever since: each attempt, and each other answer, would be a step. */
const isStuckSql = `b.state = 'sending' AND b.attempts > 0 AND NOT EXISTS (
  SELECT FROM transfer_steps s WHERE s.transfer_id = b.id AND s.cell = b.cell
    AND s.happened_at > now() - interval '${pendingHours} hours')`;

/** Whether it could be ended by hand on the brokerage's written word. */
export async function isStuckAtBrokerage(sql: Sql, id: string): Promise<boolean> {
  const row = await readOne<{ isStuck: boolean }>(
    sql,
    `SELECT ${isStuckSql} AS "isStuck" FROM broker_transfers b WHERE b.id = $1`,
    [id],
  );
  return row?.isStuck ?? false;
}
