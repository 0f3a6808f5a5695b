import type { Micros } from '#money/money.ts';
import { readOne, type Sql, type Tx } from '#database/server/database.ts';
import { codeOf } from '#database/server/is-lost.ts';
import { refusePrimezord } from '../refusals.ts';

/** Gives the customer the bot; the transaction is refused if they already have it. Nothing is awaited. */
export function insertSubscription(tx: Tx, customerId: string, fee: Micros, now: Date): void {
  tx.send(
    'INSERT INTO bot_subscriptions (customer_id, cell, fee, subscribed_at) VALUES ($1, cell_of($1), $2, $3)',
    [customerId, fee, now],
    (error) => (codeOf(error) === '23505' ? refusePrimezord('already_subscribed') : error),
  );
}

export async function hasSubscription(sql: Sql, customerId: string): Promise<boolean> {
  const text = 'SELECT FROM bot_subscriptions WHERE customer_id = $1 AND cell = cell_of($1)';
  return (await readOne(sql, text, [customerId])) !== null;
}
