import { type Micros, micros, zero } from '#money/money.ts';
import { readOne, type Tx } from '#platform/server/database.ts';

/**
 * Counts money that came to a customer from outside, or, below zero, that left or is held to leave: for them and for the tree
 * in which they were brought. Whoever nobody brought is not counted. The member's row is locked before the tree's, here and
 * below, and nothing is locked after a tree.
 */
export async function moveCapital(tx: Tx, customerId: string, change: Micros): Promise<void> {
  await tx.query(
    `WITH moved AS (
       UPDATE network_capital SET contributed = contributed + $2, high_water = greatest(high_water, contributed + $2)
       WHERE customer_id = $1
       RETURNING root_id, greatest(contributed, 0) - greatest(contributed - $2, 0) AS change
     )
     UPDATE network_trees t SET capital = t.capital + moved.change,
       high_water = greatest(t.high_water, t.capital + moved.change)
     FROM moved WHERE t.root_id = moved.root_id`,
    [customerId, change],
  );
}

/**
 * Uses up to `amount` of the customer's new capital, and says how much: what of their own money no bonus was reckoned on yet,
 * is still here, and is new to their tree as well. The tree stays locked until the transaction ends, so what is reckoned for
 * anybody in it is reckoned one after the other. Zero, and nothing locked, for whoever has no new capital.
 */
export async function useNewCapital(tx: Tx, customerId: string, amount: Micros): Promise<Micros> {
  const row = await readOne<{ base: bigint }>(
    tx,
    `WITH own AS (
       SELECT customer_id, root_id, least(high_water - used, contributed) AS fresh FROM network_capital
       WHERE customer_id = $1 AND high_water > used AND contributed > 0 FOR NO KEY UPDATE
     ), tree AS (
       SELECT t.root_id, least($2::bigint, own.fresh, t.high_water - t.used) AS base
       FROM network_trees t JOIN own ON own.root_id = t.root_id WHERE t.high_water > t.used FOR NO KEY UPDATE OF t
     ), member AS (
       UPDATE network_capital c SET used = c.used + tree.base FROM own, tree WHERE c.customer_id = own.customer_id
     )
     UPDATE network_trees t SET used = t.used + tree.base FROM tree WHERE t.root_id = tree.root_id RETURNING tree.base`,
    [customerId, amount],
  );
  return row ? micros(row.base) : zero;
}

/** What was used for a bonus that is void, or was never one, may be used again. */
export async function giveCapitalBack(tx: Tx, customerId: string, base: Micros): Promise<void> {
  await tx.query(
    `WITH own AS (UPDATE network_capital SET used = used - $2 WHERE customer_id = $1 RETURNING root_id)
     UPDATE network_trees t SET used = t.used - $2 FROM own WHERE t.root_id = own.root_id`,
    [customerId, base],
  );
}
