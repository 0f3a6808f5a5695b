import pg from 'pg';

/** Whose history is filled: the customer, and somebody whom they brought. */
export interface LongHistory {
  /** Past the ledger's triggers. */
  adminUrl: string;
  customerId: string;
  memberId: string;
  now: Date;
  /** Postings and operations. */
  events: number;
  /** Positions of each product, transfers with the brokerage, and awards of each kind. */
  positions: number;
}

/**
 * Gives a customer a history that the use cases would take hours for: in every list so many rows, a minute apart, the newest of
 * `now`; of the transfers with the brokerage one in twenty is a withdrawal, of the operations one in a thousand is of Metals.
 * What stands behind the positions in the ledger is not made, so no audit of the books can follow; the statement's own chain of
 * balances is whole. Written past the product's own role and its triggers: for tests and benches alone.
 */
export async function fillHistory({ adminUrl, customerId, memberId, now, ...rows }: LongHistory): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL session_replication_role = replica');
    await client.query('SET LOCAL statement_timeout = 0');
    const fill = (sql: string, count: number, ...more: unknown[]) =>
      client.query(sql, [customerId, now, count, ...more]);
    for (const position of positions) await fill(`INSERT INTO ${position} FROM ${moments}`, rows.positions);
    await client.query(subscriptionSql, [customerId, now]);
    await fill(transfersSql, rows.events);
    for (const kind of ['bonus', 'residual']) await fill(awardsSql, rows.positions, memberId, kind);
    await client.query(operationsSql, [now, rows.events]);
    await client.query('COMMIT');
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
  }
}

const subscriptionSql = `INSERT INTO bot_subscriptions (customer_id, fee, subscribed_at) VALUES ($1, 50000000, $2)`;

/** One moment a minute, the first the oldest. */
const moments = `(SELECT n, $2::timestamptz - make_interval(mins => ($3 - n)::int) AS at FROM generate_series(1, $3::int) n) m`;

const positions = [
  `stakes (id, customer_id, amount, rate, promised_profit, days, started_at, ends_at, status, closed_at)
    SELECT gen_random_uuid(), $1, 10000000, 10000000, 1000000, 30, at, at + interval '1 minute', 'finished', at + interval '1 minute'`,
  `vault_investments (id, customer_id, amount, rate, promised_profit, started_at, ends_at, status, closed_at)
    SELECT gen_random_uuid(), $1, 100000000, 30000000, 30000000, at, at + interval '1 minute', 'expired', at + interval '1 minute'`,
  `copytrade_licences (id, customer_id, amount, started_at, ends_at, status, closed_at, operations_seen, payouts, result)
    SELECT gen_random_uuid(), $1, 50000000, at, at + interval '1 second', 'expired', at + interval '1 second', 0, 0, 0`,
  `bot_investments (id, customer_id, amount, started_at, ends_at, status, closed_at, operations_seen, payouts, result)
    SELECT gen_random_uuid(), $1, 25000000, at, at + interval '1 second', 'finished', at + interval '1 second', 0, 0, 0`,
  `broker_transfers (id, customer_id, direction, amount, currency, rate, fee, net, state, created_at, ended_at, due_at)
    SELECT gen_random_uuid(), $1, CASE WHEN n % 20 = 0 THEN 'withdrawal' ELSE 'deposit' END, 20000000, 'usdt', 1000000, 400000,
      19600000, 'settled', at, at, NULL`,
];

/** The statement: a dollar came in each time, and the balance after it. */
const transfersSql = `
  WITH own AS (SELECT id FROM ledger.accounts WHERE owner = $1 AND kind = 'balance'),
  journals AS (
    INSERT INTO ledger.journals (key, kind, owner, happened_at)
    SELECT 'long:' || $1 || ':' || n, 'deposit_settled', $1::uuid, at FROM ${moments} RETURNING id, key, happened_at
  ), moved AS (
    INSERT INTO ledger.transfers (journal_id, from_account, to_account, amount, to_balance, happened_at)
    SELECT j.id, (SELECT id FROM ledger.accounts WHERE kind = 'brokerage'), own.id, 1000000,
      1000000 * row_number() OVER (ORDER BY j.id), j.happened_at
    FROM journals j, own ORDER BY j.id RETURNING 1
  )
  UPDATE ledger.balances SET balance = 1000000 * $3::bigint, version = version + $3 FROM own WHERE account_id = own.id`;

const awardsSql = `
  INSERT INTO network_awards (id, kind, level, beneficiary_id, source_id, product, position_id, base, percentage, value,
    happened_at, due_at, paid_at)
  SELECT gen_random_uuid(), $5, 1, $1, $4::uuid, 'stake', gen_random_uuid(), 10000000, 5000000, 500000, at, at, at FROM ${moments}`;

const operationsSql = `
  INSERT INTO operations (product, number, happened_at, asset, pair, payout, source, reference)
  SELECT 'copytrade', n, $1::timestamptz - make_interval(mins => ($2 - n)::int), CASE WHEN n % 1000 = 0 THEN 'Metals' ELSE 'Forex' END,
    'EUR/USD', 10000, 'operator', 'long-' || n FROM generate_series(1, $2::int) n`;
