import { wholeCentsSql } from '#money/server/whole-cents-sql.ts';

/** A sum, and beside it the sum of what is shown of each row: a total of the screen is the latter. */
function summed(name: string, each: string): string {
  return `coalesce(sum(${each}), 0)::bigint AS ${name}, coalesce(sum(${wholeCentsSql(each)}), 0)::bigint AS ${name}_shown`;
}

/** What a product's operations had paid in all before a moment; `payouts_between` as PostgreSQL can plan it once, with the statement. */
function paidBefore(moment: string): string {
  return `coalesce((SELECT total FROM payout_index i WHERE i.product = p.product AND i.happened_at < ${moment}
    ORDER BY i.happened_at DESC LIMIT 1), 0)`;
}

/** What a position has earned: what it was paid, or what has accrued and what the operations known now make of it. */
const profit = `CASE WHEN rate IS NULL
    THEN coalesce(result, payout_result(amount, ${paidBefore('p.ends_at')} - ${paidBefore('p.started_at')}))
  WHEN state = 'ended' THEN promised
  ELSE accrued_profit(promised, started_at, ends_at, $2) END`;

/**
 * What each product, and each kind of award, comes to for one customer, what runs or is owed apart from what has ended or was paid. One
 * that was left early earned nothing, and a bonus that waits for the end of its position is nothing yet. Few sums, each of all rows of
 * its group: preparing a sum costs PostgreSQL more than most customers' rows do. $1 who, $2 the moment.
 */
export const reportSql = `
  SELECT product AS source, state = 'running' AS is_running, count(*)::integer AS positions,
    ${summed('amount', 'amount')}, ${summed('profit', 'profit')}
  FROM (
    SELECT product, state, amount, ${profit} AS profit FROM positions p
    WHERE customer_id = $1 AND cell = cell_of($1) AND state <> 'canceled' OFFSET 0
  ) counted GROUP BY product, state
  UNION ALL
  SELECT kind, paid_at IS NULL, 0, 0, 0, ${summed('profit', 'value')}
  FROM network_awards
  WHERE beneficiary_id = $1 AND cell = cell_of($1) AND (paid_at IS NOT NULL OR due_at IS NOT NULL)
  GROUP BY kind, paid_at IS NULL`;
