import type { PositionTerms } from '#ledger/position-journal.ts';
import type { Tx } from '#platform/server/database.ts';

/** Keeps what was moved between the balance and the bot's wallet: it stands behind the event in the books. */
export async function insertMove(
  tx: Tx,
  move: PositionTerms,
  direction: 'deposited' | 'withdrawn',
  now: Date,
): Promise<void> {
  await tx.query('INSERT INTO bot_moves (id, customer_id, direction, amount, moved_at) VALUES ($1, $2, $3, $4, $5)', [
    move.id,
    move.customerId,
    direction,
    move.amount,
    now,
  ]);
}
