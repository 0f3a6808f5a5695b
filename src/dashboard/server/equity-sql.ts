/**
 * The days asked for, and when each closes: at its end in the customer's zone, the last one where the span ends, today now. The zone
 * is asked once a day (OFFSET 0), and not again wherever the moment is used.
 * $1 who, $2 from, $3 until, $4 the zone, $5 a moment of the last day.
 */
const days = `
  SELECT day::date AS date, least(((day + interval '1 day') AT TIME ZONE $4), $3::timestamptz) AS closes
  FROM generate_series(($2::timestamptz AT TIME ZONE $4)::date::timestamp,
    ($5::timestamptz AT TIME ZONE $4)::date::timestamp, interval '1 day') AS day OFFSET 0`;

/** What was free in the balance and in the bot's wallet at each closing: after the last journal until then. */
export const closingsSql = `
  SELECT at.date::text AS date, at.closes, at.balance, at.zord
  FROM (SELECT array_agg(date ORDER BY closes) AS dates, array_agg(closes ORDER BY closes) AS closings FROM (${days}) d) every,
    ROWS FROM (unnest(every.dates), unnest(every.closings), ledger.balances_at($1, every.closings)) AS at (date, closes, balance, zord)`;

/** What a product's operations had paid in all at a closing, of those that also meet a condition. */
function lastPaid(condition: string): string {
  return `(SELECT total FROM payout_index i WHERE i.product = f.product AND i.happened_at <= d.closes ${condition}
    ORDER BY i.happened_at DESC LIMIT 1)`;
}

/**
 * The same for each closing and the operations until then, in their order, of products in which the customer has ever been. First those of
 * the day before are asked: to find the last one, PostgreSQL reads all that meet the condition on its page of the index.
 */
export const feedsSql = `
  SELECT f.product, array_agg(coalesce(${lastPaid(`AND i.happened_at > d.closes - interval '1 day'`)}, ${lastPaid('')}, 0)::text
    ORDER BY d.closes) AS paid
  FROM payout_feeds f CROSS JOIN (${days}) d
  WHERE EXISTS (SELECT FROM positions WHERE customer_id = $1 AND cell = cell_of($1) AND product = f.product)
  GROUP BY f.product`;

/** The row of the payout index that says what a product's operations had paid in all before a moment: of the day before it, if there is one. */
function paidBefore(moment: string, condition = 'true'): string {
  const last = (within: string): string => `(SELECT i FROM payout_index i
    WHERE p.rate IS NULL AND i.product = p.product AND i.happened_at < ${moment} AND ${condition} ${within} ORDER BY i.happened_at DESC LIMIT 1)`;
  return `LATERAL (SELECT (coalesce(${last(`AND i.happened_at >= ${moment} - interval '1 day'`)}, ${last('')})).* OFFSET 0)`;
}

/**
 * What ran between two moments. Of what is traded also all that was paid before its start and, if that is over, before its end, by the operations known
 * now, and those of them that were late: it was paid without them. That there are none the payout index says by itself, because then
 * no operation that reaches so far back has a higher number than those that were seen. $1 who, $2 from, $3 until.
 */
export const positionsSql = `
  SELECT p.product, amount, promised, rate IS NULL AS is_traded, started_at, ends_at, closed_at,
    coalesce(before.total, 0) AS paid_before, coalesce(in_all.total, 0) AS paid_in_all,
    CASE WHEN operations_seen < in_all.last_number THEN (
      SELECT json_agg(json_build_array(o.happened_at, o.payout::text)) FROM operations o WHERE o.product = p.product
        AND o.happened_at >= p.started_at AND o.happened_at < p.ends_at AND o.number > p.operations_seen
    ) END AS late
  FROM positions p
    LEFT JOIN ${paidBefore('p.started_at')} before ON true
    LEFT JOIN ${paidBefore('p.ends_at', 'p.ends_at <= $3')} in_all ON true
  WHERE customer_id = $1 AND cell = cell_of($1) AND started_at <= $3 AND (closed_at IS NULL OR closed_at > $2)`;
