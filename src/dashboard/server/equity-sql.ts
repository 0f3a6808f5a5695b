import { wholeCentsSql } from '#money/server/whole-cents-sql.ts';

/**
 * The days asked for, and when each closes: at its end in the customer's zone, the last one where the span ends, today now.
 * Everything before the first belongs to it.
 */
const days = `
  SELECT date, closes, coalesce(lag(closes) OVER (ORDER BY date), '-infinity') AS opens FROM (
    SELECT day::date AS date, least(((day + interval '1 day') AT TIME ZONE $4), $3::timestamptz) AS closes
    FROM generate_series(($2::timestamptz AT TIME ZONE $4)::date::timestamp,
      ($5::timestamptz AT TIME ZONE $4)::date::timestamp, interval '1 day') AS day
  ) closings`;

/** What changed in the customer's own accounts between one closing and the next: the balance, and the bot's wallet as a whole. */
const daily = `
  SELECT d.date, c.account, sum(c.change) AS change FROM days d JOIN (
    SELECT a.account, t.happened_at, t.amount AS change FROM ledger.transfers t JOIN accounts a ON a.id = t.to_account
    UNION ALL
    SELECT a.account, t.happened_at, -t.amount FROM ledger.transfers t JOIN accounts a ON a.id = t.from_account
  ) c ON c.happened_at <= d.closes AND c.happened_at > d.opens
  GROUP BY d.date, c.account`;

const accrued = `l.amount + div(l.promised_profit::numeric
      * least(floor(extract(epoch FROM d.closes - l.started_at) * 1000), l.whole), l.whole)`;

/** Stakes and vault investments that ran at a closing, at amount and accrued profit; and what of each of them is shown. */
const promised = `
  SELECT d.date, l.product, sum(${accrued}) AS worth, sum(${wholeCentsSql(accrued)}) AS shown
  FROM days d JOIN (SELECT *, floor(extract(epoch FROM ends_at - started_at) * 1000) AS whole FROM (
    SELECT 'stake' AS product, amount, promised_profit, started_at, ends_at, closed_at FROM stakes WHERE customer_id = $1
    UNION ALL
    SELECT 'vault', amount, promised_profit, started_at, ends_at, closed_at FROM vault_investments WHERE customer_id = $1
  ) locked) l ON l.started_at <= d.closes AND (l.closed_at IS NULL OR l.closed_at > d.closes)
  GROUP BY d.date, l.product`;

/**
 * Licences and the bot's investments that ran at a closing, at what they stood at by the operations until then: of all that are
 * known while they run, and, once they are paid, of those alone that they were paid from. The bot's capital is in its wallet.
 */
const traded = `
  SELECT d.date, w.product, sum(stood.worth) AS worth, sum(${wholeCentsSql('stood.worth')}) AS shown
  FROM days d JOIN (
    SELECT 'copytrade' AS product, amount AS capital, amount, started_at, ends_at, closed_at, operations_seen
    FROM copytrade_licences WHERE customer_id = $1
    UNION ALL
    SELECT 'primezord', 0, amount, started_at, ends_at, closed_at, operations_seen FROM bot_investments WHERE customer_id = $1
  ) w ON w.started_at <= d.closes AND (w.closed_at IS NULL OR w.closed_at > d.closes),
  LATERAL least(w.ends_at, d.closes + interval '1 microsecond') AS until,
  LATERAL (SELECT w.capital + payout_result(w.amount, CASE WHEN w.operations_seen IS NULL
      THEN payouts_between(w.product, w.started_at, until)
      ELSE (SELECT coalesce(sum(o.payout), 0)::bigint FROM operations o WHERE o.product = w.product
        AND o.happened_at >= w.started_at AND o.happened_at < until AND o.number <= w.operations_seen) END) AS worth
    OFFSET 0) AS stood
  GROUP BY d.date, w.product`;

/** What a product's positions were worth, and as `shown_…` the sum of what is shown of each. */
function worthOf(product: string, name: string): string {
  const of = (what: string): string =>
    `coalesce((SELECT ${what} FROM worths w WHERE w.date = d.date AND w.product = '${product}'), 0)::bigint`;
  return `${of('worth')} AS ${name}, ${of('shown')} AS shown_${name}`;
}

function accountOf(account: string): string {
  return `(sum(coalesce((SELECT change FROM daily c WHERE c.date = d.date AND c.account = '${account}'), 0)) OVER (ORDER BY d.date))::bigint`;
}

/** What the customer was worth at each closing, by product, newest first. $1 who, $2 from, $3 until, $4 the zone, $5 a moment of the last day. */
export const equitySql = `
  WITH days AS (${days}),
  accounts AS (
    SELECT id, CASE kind WHEN 'balance' THEN 'balance' ELSE 'bot' END AS account
    FROM ledger.accounts WHERE owner = $1 AND kind IN ('balance', 'zord', 'zord_blocked')
  ),
  daily AS (${daily}),
  worths AS (${promised} UNION ALL ${traded})
  SELECT d.date::text AS date, ${accountOf('balance')} AS balance, ${accountOf('bot')} AS wallet, ${worthOf('stake', 'stake')},
    ${worthOf('vault', 'vault')}, ${worthOf('copytrade', 'copytrade')}, ${worthOf('primezord', 'running')}
  FROM days d ORDER BY d.date DESC`;
