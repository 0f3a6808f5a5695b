import type { Database } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';

/** Runs a statement that changes all cells together, which the product never does. */
export function inManyCells<Row extends object>(
  db: Database,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  return transaction(db, (tx) => {
    tx.send(`SET LOCAL test.many_cells = 'on'`);
    return tx.query<Row>(text, values);
  });
}
