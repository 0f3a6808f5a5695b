import { wholeCentsSql } from '#money/server/whole-cents-sql.ts';

/** A sum, and beside it the sum of what is shown of each row: a total of the screen is the latter. */
function summed(name: string, each: string, where: string): string {
  const total = (of: string): string => `coalesce(sum(${of}) FILTER (WHERE ${where}), 0)::bigint`;
  return `${total(each)} AS ${name}, ${total(wholeCentsSql(each))} AS ${name}_shown`;
}

/** What a position has earned: what it was paid, or what has accrued and what the operations known now make of it. */
const profit = `CASE WHEN rate IS NULL THEN coalesce(result, payout_result(amount, payouts_between(product, started_at, ends_at)))
  WHEN state = 'ended' THEN promised
  ELSE accrued_profit(promised, started_at, ends_at, $2) END`;

/**
 * What each product, and each kind of award, comes to for one customer. One that was left early earned nothing, and a bonus that waits
 * for the end of its position is nothing yet. $1 who, $2 the moment.
 */
export const reportSql = `
  SELECT product AS source, count(*) FILTER (WHERE state = 'running')::integer AS running,
    count(*) FILTER (WHERE state = 'ended')::integer AS ended, ${summed('amount', 'amount', `state = 'running'`)},
    ${summed('earned', 'profit', `state = 'ended'`)}, ${summed('accrued', 'profit', `state = 'running'`)}
  FROM (
    SELECT product, state, amount, ${profit} AS profit FROM positions
    WHERE customer_id = $1 AND cell = cell_of($1) AND state <> 'canceled' OFFSET 0
  ) counted GROUP BY product
  UNION ALL
  SELECT kind, 0, 0, 0, 0, ${summed('earned', 'value', 'paid_at IS NOT NULL')},
    ${summed('accrued', 'value', 'paid_at IS NULL AND due_at IS NOT NULL')}
  FROM network_awards WHERE beneficiary_id = $1 AND cell = cell_of($1) GROUP BY kind`;
