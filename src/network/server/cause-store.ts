import type { Micros } from '#money/money.ts';
import type { Tx } from '#database/server/database.ts';
import { uuidv7 } from '#platform/server/uuid.ts';
import type { PositionCanceled, ProfitPaid } from '#ledger/server/domain-events.ts';

/**
 * The network rows that a member's own transaction writes: their counters of new capital, and causes that a job carries to the tree
 * and to those above. Each is a single statement that is not awaited, and none does anything for a customer without a sponsor. They are
 * sent after the journal, so the member's accounts are locked: one member's causes take their places one after the other, and the number on
 * the account is the journal's.
 */

const capitalSql = `
  WITH member AS (
    SELECT c.id, a.number, a.last_at FROM customers c JOIN ledger.accounts a ON a.owner = c.id
    WHERE c.id = $1 AND c.referrer_id IS NOT NULL
  ), moved AS (
    INSERT INTO network_capital AS n (customer_id, contributed, high_water)
    SELECT id, $2::bigint, greatest($2::bigint, 0) FROM member
    ON CONFLICT (customer_id) DO UPDATE SET contributed = n.contributed + $2,
      high_water = greatest(n.high_water, n.contributed + $2)
    RETURNING greatest(contributed, 0) - greatest(contributed - $2, 0) AS change
  )
  INSERT INTO network_causes (id, customer_id, kind, amount, happened_at, number, place)
  SELECT $3, id, 'capital', change, last_at, number, (SELECT cause_place()) FROM member, moved WHERE change <> 0`;

/** Records money that the customer brought from outside or, if negative, took out or has held to leave. */
export function sendCapital(tx: Tx, customerId: string, change: Micros): void {
  tx.send(capitalSql, [customerId, change, uuidv7()]);
}

const canceledSql = `
  INSERT INTO network_causes (id, customer_id, kind, product, position_id, happened_at, number, place)
  SELECT $2, i.customer_id, 'canceled', i.product, i.position_id, $4, a.number, (SELECT cause_place())
  FROM network_causes i JOIN ledger.accounts a ON a.owner = i.customer_id
  WHERE i.position_id = $3 AND i.kind = 'invested' AND i.customer_id = $1
  ON CONFLICT ON CONSTRAINT a_position_causes_each_once DO NOTHING`;

export function sendCanceled(tx: Tx, { customerId, reference, at }: PositionCanceled): void {
  tx.send(canceledSql, [customerId, uuidv7(), reference, at]);
}

const profitSql = `
  INSERT INTO network_causes (id, customer_id, kind, product, position_id, profit, happened_at, number, place)
  SELECT e.id, e.customer_id, 'profit', e.product, e.position_id, e.profit, e.at, j.number,
    (SELECT cause_place())
  FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::bigint[], $6::timestamptz[])
    AS e (id, customer_id, product, position_id, profit, at)
  JOIN customers c ON c.id = e.customer_id AND c.referrer_id IS NOT NULL
  JOIN ledger.journals j ON j.key = e.product || ':' || e.position_id || ':matured'
  WHERE e.profit > 0 OR EXISTS (SELECT FROM network_causes i
    WHERE i.position_id = e.position_id AND i.kind = 'invested')
  ON CONFLICT ON CONSTRAINT a_position_causes_each_once DO NOTHING`;

/**
 * Records thousands of positions that ended as agreed, in one statement. One without profit counts if a bonus depends on it.
 */
export function sendProfits(tx: Tx, paid: readonly ProfitPaid[]): void {
  if (paid.length === 0) return;
  tx.send(profitSql, [
    paid.map(() => uuidv7()),
    paid.map(({ customerId }) => customerId),
    paid.map(({ product }) => product),
    paid.map(({ reference }) => reference),
    paid.map(({ profit }) => profit),
    paid.map(({ at }) => at.toISOString()),
  ]);
}
