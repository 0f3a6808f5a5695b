import { post } from '#ledger/server/post.ts';
import type { Micros } from '#money/money.ts';
import type { Tx } from '#database/server/database.ts';
import { uuidv7 } from '#platform/server/uuid.ts';
import { depositJournal } from '../../journals.ts';

/** A USDT deposit already settled by the brokerage, without a brokerage. */
export async function bringMoney(tx: Tx, customerId: string, amount: Micros, at: Date): Promise<void> {
  const id = uuidv7();
  await tx.query(
    `INSERT INTO broker_transfers (id, cell, customer_id, direction, amount, currency, rate, fee, net, state, created_at, ended_at, due_at)
     VALUES ($1, cell_of($2), $2, 'deposit', $3, 'usdt', 1000000, 0, $3, 'settled', $4, $4, NULL)`,
    [id, customerId, amount, at],
  );
  await post(tx, depositJournal({ id, customerId, amount }), at);
}
