import type { DomainEvents, ProfitPaid } from '#ledger/server/domain-events.ts';
import { noteChange } from '#platform/server/changes.ts';
import type { Database, Tx } from '#platform/server/database.ts';
import { transaction } from '#platform/server/transaction.ts';
import { isFixed } from '../registry.ts';
import { asPosition, type Position, type PositionRow } from './position-store.ts';

/** How many positions of a cell end in one transaction. */
const batch = 2_000;

/**
 * Pays what has fallen due in every product: a promised profit, or what the operations made of the amount (S7, C1, Z2). One cell after
 * another, thousands in a transaction. Safe to run twice and on many machines: a position is ended once, and its journal's key is the
 * position and the event; whoever is busy elsewhere is settled the next time.
 *
 * @returns how many were settled
 */
export async function settlePositions(db: Database, now: Date, events: DomainEvents, most = batch): Promise<number> {
  const cells = await db.query<{ cell: number }>(
    'SELECT cells_with_due_positions AS cell FROM cells_with_due_positions($1)',
    [now],
  );
  let settled = 0;
  const faults: unknown[] = [];
  for (const { cell } of cells) {
    try {
      for (let last = most; last === most; settled += last) last = await settleCell(db, cell, now, events, most);
    } catch (error) {
      // What is wrong in one cell keeps nobody in another waiting.
      faults.push(error);
    }
  }
  if (faults.length > 0) throw faults[0];
  return settled;
}

function settleCell(db: Database, cell: number, now: Date, events: DomainEvents, most: number): Promise<number> {
  const work = async (tx: Tx): Promise<number> => {
    const rows = await tx.query<PositionRow>('SELECT * FROM settle_positions($1, $2, $3)', [cell, now, most]);
    if (rows.length === 0) return 0;
    const positions = rows.map(asPosition);
    for (const { customerId } of positions) noteChange(tx, customerId, 'money');
    await events.onProfitPaid(
      tx,
      positions.map((position) => profitOf(position, now)),
    );
    return positions.length;
  };
  // What it had settled when the connection was lost is not due any more.
  return transaction(db, work, { repeatable: true });
}

function profitOf(position: Position, at: Date): ProfitPaid {
  const { customerId, product, id: reference, amount, promised, result } = position;
  return { customerId, product, reference, amount, profit: isFixed(product) ? promised : result, at };
}
