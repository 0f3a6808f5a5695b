import type { Micros } from '#money/money.ts';
import { readOne, type Sql, type Tx } from '#platform/server/database.ts';

/** True for whoever gets the row; false when the customer has the bot already, also when they got it this very moment. */
export async function insertSubscription(tx: Tx, customerId: string, fee: Micros, now: Date): Promise<boolean> {
  const inserted = await tx.query(
    `INSERT INTO bot_subscriptions (customer_id, fee, subscribed_at) VALUES ($1, $2, $3)
     ON CONFLICT DO NOTHING RETURNING customer_id`,
    [customerId, fee, now],
  );
  return inserted.length === 1;
}

/** The customer's own record says it too (Hasbot): the whole product reads it there. */
export async function markBotOwner(tx: Tx, customerId: string): Promise<void> {
  await tx.query('UPDATE customers SET has_bot = true WHERE id = $1', [customerId]);
}

export async function hasSubscription(sql: Sql, customerId: string): Promise<boolean> {
  return (await readOne(sql, 'SELECT FROM bot_subscriptions WHERE customer_id = $1', [customerId])) !== null;
}
