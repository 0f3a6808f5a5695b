import type { DomainEvents, ProfitPaid } from '#ledger/server/domain-events.ts';
import { micros, type Percent } from '#money/money.ts';
import { noteChange } from '#database/server/changes.ts';
import type { Database, Tx } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import { isOfACustomer } from '#database/server/work-apart.ts';
import { withheldTax } from '../promised-profit.ts';
import { isFixed } from '../registry.ts';
import type { PositionRow } from './position-store.ts';
import { settleApart } from './settle-apart.ts';

/** How many positions are settled in one transaction. */
const batch = 2_000;
/** While one transaction is committed, another settles. */
const atOnce = 2;

/**
 * Pays what has fallen due in every product: a promised profit, or what the operations made of the amount (S7, C1, Z2). Thousands
 * per transaction. Safe to run twice and on many machines: a position is ended once, and its journal's key is the position and
 * the event; customers locked elsewhere are settled in the next run. A customer who cannot be paid holds up nobody else.
 *
 * @returns how many were settled
 */
export async function settlePositions(db: Database, now: Date, events: DomainEvents, most = batch): Promise<number> {
  let settled = 0;
  const settleAll = async (): Promise<void> => {
    for (let last = 1; last > 0; settled += last) {
      last = await settleBatch(db, now, events, ['settle_positions($1, $2)', [now, most]]);
    }
  };
  // What one way leaves because the other holds its customer is settled in the next round.
  for (let before = -1; settled > before;) {
    before = settled;
    const ways = await Promise.allSettled(Array.from({ length: atOnce }, settleAll));
    for (const { reason: fault } of ways.filter((way) => way.status === 'rejected')) {
      if (isOfACustomer(fault)) {
        await settleApart(db, { now, most }, (positions) =>
          settleBatch(db, now, events, ['settle_these($1, $2)', [now, positions]]),
        );
      }
      // Everybody else has been paid, but what made the batch fail is not to pass unseen.
      throw fault;
    }
  }
  return settled;
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
