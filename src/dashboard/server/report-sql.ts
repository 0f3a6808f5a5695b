import { reversedAwardsSql } from '#network/server/award-store.ts';
import { openAtStart } from '#payouts/server/list-operations.ts';
import { wholeCentsSql } from '#money/server/whole-cents-sql.ts';

/** A sum, and the sum of the rows as shown; the latter is the total on the screen. */
function summed(name: string, each: string): string {
  return `coalesce(sum(${each}), 0)::bigint AS ${name}, coalesce(sum(${wholeCentsSql(each)}), 0)::bigint AS ${name}_shown`;
}

/**
 * Cumulative payout of a product's operations before an instant: `payouts_between`, inlined so that PostgreSQL plans it once with the
 * statement.
 */
function paidBefore(moment: string): string {
  return `coalesce((SELECT total FROM payout_index i WHERE i.product = p.product AND i.happened_at < ${moment}
    ORDER BY i.happened_at DESC LIMIT 1), 0)`;
}

/** The profit of a position: the paid result, or what it has accrued or stands at by the operations known now. */
const profit = `CASE WHEN rate IS NULL
    THEN coalesce(result, payout_result(amount, ${paidBefore('p.ends_at')} - ${paidBefore('p.started_at')}
      - ${openAtStart('p.product', 'p.started_at', 'p.ends_at')}))
  WHEN state = 'ended' THEN promised
  ELSE accrued_profit(promised, started_at, ends_at, $2) END`;

/**
 * One customer's totals per product and kind of award, with running or owed ones separate from ended or paid ones. A stake left early
 * earned nothing, a bonus waiting for its position to end does not count yet, and a reversed award counts no more. Few aggregates, each over
 * all rows of its group, because setting up an aggregate costs PostgreSQL more than most customers' rows. $1 customer, $2 instant.
 */
export const reportSql = `
  SELECT product AS source, state = 'running' AS is_running, count(*)::integer AS positions,
    ${summed('amount', 'amount')}, ${summed('profit', 'profit')}
  FROM (
    SELECT product, state, amount, ${profit} AS profit FROM positions p
    WHERE customer_id = $1 AND state <> 'canceled' OFFSET 0
  ) counted GROUP BY product, state
  UNION ALL
  SELECT kind, paid_at IS NULL, 0, 0, 0, ${summed('profit', 'value')}
  FROM network_awards
  WHERE beneficiary_id = $1 AND (paid_at IS NOT NULL OR due_at IS NOT NULL)
    AND id <> ALL (${reversedAwardsSql()})
  GROUP BY kind, paid_at IS NULL`;
