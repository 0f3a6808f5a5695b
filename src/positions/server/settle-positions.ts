import type { DomainEvents, ProfitPaid } from '#ledger/server/domain-events.ts';
import { micros, type Percent } from '#money/money.ts';
import { noteChange } from '#database/server/changes.ts';
import type { Database, Tx } from '#database/server/database.ts';
import { eachOrThrow } from '#platform/server/each-at-once.ts';
import { transaction } from '#database/server/transaction.ts';
import { isOfACustomer } from '#database/server/work-apart.ts';
import { withheldTax } from '../promised-profit.ts';
import { isFixed } from '../registry.ts';
import type { PositionRow } from './position-store.ts';
import { settleApart } from './settle-apart.ts';

/** How many positions of a cell are settled in one transaction. */
const batch = 2_000;

/**
 * Pays what has fallen due in every product: a promised profit, or what the operations made of the amount (S7, C1, Z2). Cell by cell,
 * thousands per transaction. Safe to run twice and on many machines: a position is ended once, and its journal's key is the position and
 * the event; customers locked elsewhere are settled in the next run. A customer who cannot be paid holds up nobody else.
 *
 * @returns how many were settled
 */
export async function settlePositions(db: Database, now: Date, events: DomainEvents, most = batch): Promise<number> {
  // In random order, so that concurrent workers start in different cells.
  const cells = await db.query<{ cell: number }>(
    'SELECT cell FROM cells_with_due_positions($1) AS cell ORDER BY random()',
    [now],
  );
  let settled = 0;
  await eachOrThrow(cells, async ({ cell }) => {
    const count = await settleCell(db, cell, now, events, most);
    settled += count;
  });
  return settled;
}

async function settleCell(db: Database, cell: number, now: Date, events: DomainEvents, most: number): Promise<number> {
  let settled = 0;
  try {
    for (let last = most; last === most; settled += last) {
      last = await settleBatch(db, now, events, ['settle_positions($1, $2, $3)', [cell, now, most]]);
    }
    return settled;
  } catch (fault) {
    if (!isOfACustomer(fault)) throw fault;
    const settle = (positions: readonly string[]): Promise<number> =>
      settleBatch(db, now, events, ['settle_these($1, $2, $3)', [cell, now, positions]]);
    await settleApart(db, { cell, now, most }, settle);
    // Everybody has been paid, but what made the batch fail is not to pass unseen.
    throw fault;
  }
}

/** @param call the database's function that ends positions and posts what they pay */
function settleBatch(
  db: Database,
  now: Date,
  events: DomainEvents,
  [call, values]: [call: string, values: readonly unknown[]],
): Promise<number> {
  const work = async (tx: Tx): Promise<number> => {
    const rows = await tx.query<Settled>(
      `SELECT customer_id, product, id, amount, promised, tax_rate, result FROM ${call}`,
      values,
    );
    if (rows.length === 0) return 0;
    for (const { customer_id } of rows) noteChange(tx, customer_id, 'money');
    await events.onProfitPaid(
      tx,
      rows.map((row) => profitOf(row, now)),
    );
    return rows.length;
  };
  // Repeatable: whatever was settled before the connection was lost is no longer due.
  return transaction(db, work, { repeatable: true });
}

type Settled = Pick<PositionRow, 'customer_id' | 'product' | 'id' | 'amount' | 'promised' | 'tax_rate' | 'result'>;

function profitOf({ customer_id: customerId, product, id: reference, ...row }: Settled, at: Date): ProfitPaid {
  const profit = micros(isFixed(product) ? row.promised : (row.result ?? 0n));
  const withheld = withheldTax(micros(row.promised), row.tax_rate as Percent | null);
  return { customerId, product, reference, amount: micros(row.amount), profit, withheld, at };
}
