import { isOpenAt } from '#payouts/server/list-operations.ts';

/**
 * The requested days and their closing instants: the end of the day in the customer's zone, except that the last day closes where the span
 * ends, and today now. What happens at the very end of a day belongs to the next one, as in every list; `last` is the last instant that
 * counts. $1 customer, $2 until, $3 an instant of the last day: $2 itself where that still counts, $4 the days, $5 the end of each.
 */
const days = `
  SELECT date, least(ends, $2::timestamptz) AS closes,
    CASE WHEN ends <= $2::timestamptz OR $3::timestamptz < $2::timestamptz THEN least(ends, $2::timestamptz) - interval '1 microsecond'
      ELSE $2::timestamptz END AS last
  FROM unnest($4::date[], $5::timestamptz[]) AS days (date, ends)`;

/** The balance and the bot's wallet at each closing, after the last journal up to it. */
export const closingsSql = `
  SELECT at.date::text AS date, at.closes, at.last, at.balance, at.zord
  FROM (SELECT array_agg(date ORDER BY date) AS dates, array_agg(closes ORDER BY date) AS closings,
      array_agg(last ORDER BY date) AS lasts FROM (${days}) d) every,
    ROWS FROM (unnest(every.dates), unnest(every.closings), unnest(every.lasts), ledger.balances_at($1, every.lasts))
      AS at (date, closes, last, balance, zord)`;

/** Cumulative payout of a product's operations at a closing, restricted to those that also meet the condition. */
function lastPaid(condition: string): string {
  return `(SELECT total FROM payout_index i WHERE i.product = f.product AND i.happened_at <= d.last ${condition}
    ORDER BY i.happened_at DESC LIMIT 1)`;
}

/**
 * Cumulative payouts at each closing, in order, for products in which the customer has ever had a position. The preceding day is tried
 * first: to find the last operation, PostgreSQL reads all matching entries on its index page.
 */
export const feedsSql = `
  SELECT f.product, array_agg(coalesce(${lastPaid(`AND i.happened_at > d.closes - interval '1 day'`)}, ${lastPaid('')}, 0)::text
    ORDER BY d.date) AS paid
  FROM payout_feeds f CROSS JOIN (${days}) d
  WHERE EXISTS (SELECT FROM positions WHERE customer_id = $1 AND product = f.product)
  GROUP BY f.product`;

/** The payout index row with the cumulative payout of a product's operations before an instant. The preceding day is tried first. */
function paidBefore(moment: string, condition = 'true'): string {
  const last = (within: string): string => `(SELECT i FROM payout_index i
    WHERE p.rate IS NULL AND i.product = p.product AND i.happened_at < ${moment} AND ${condition} ${within} ORDER BY i.happened_at DESC LIMIT 1)`;
  return `LATERAL (SELECT (coalesce(${last(`AND i.happened_at >= ${moment} - interval '1 day'`)}, ${last('')})).* OFFSET 0)`;
}

/**
 * Positions running between two instants. For traded ones also the cumulative payout before the start and, if over, before the end, by the
 * operations known now, and those among them that are not its own: the late ones, without which it was paid, and those that were open when it
 * started. The payout index itself shows that none is late: then no operation in that range has a higher number than those seen. $1 customer,
 * $2 from, $3 until.
 */
export const positionsSql = `
  SELECT p.product, amount, promised, rate IS NULL AS is_traded, started_at, ends_at, closed_at,
    coalesce(before.total, 0) AS paid_before, coalesce(in_all.total, 0) AS paid_in_all,
    CASE WHEN operations_seen < in_all.last_number THEN (
      SELECT json_agg(json_build_array(o.happened_at, o.payout::text)) FROM operations o WHERE o.product = p.product
        AND o.happened_at >= p.started_at AND o.opened_at >= p.started_at AND o.happened_at < p.ends_at AND o.number > p.operations_seen
    ) END AS late,
    CASE WHEN rate IS NULL THEN (
      SELECT json_agg(json_build_array(o.happened_at, o.payout::text)) FROM operations o
      WHERE o.product = p.product AND ${isOpenAt('p.started_at')} AND o.happened_at < p.ends_at
    ) END AS open_at_start
  FROM positions p
    LEFT JOIN ${paidBefore('p.started_at')} before ON true
    LEFT JOIN ${paidBefore('p.ends_at', 'p.ends_at <= $3')} in_all ON true
  WHERE customer_id = $1 AND started_at <= $3 AND (closed_at IS NULL OR closed_at > $2)`;
