import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { isFixed, type Product, products } from '#positions/registry.ts';

/** Whose history is filled: a customer with no activity yet, and a member whom they referred. */
export interface LongHistory {
  /** Bypasses the ledger's triggers. */
  adminUrl: string;
  customerId: string;
  memberId: string;
  now: Date;
  /** Number of entries and of operations. */
  events: number;
  /** Number of positions of each product, of transfers with the brokerage, and of awards of each kind. */
  positions: number;
  /** More customers follow; the call for the last one vacuums the whole database. */
  othersFollow?: boolean;
  /**
   * Number of other customers with little activity, inserted first. PostgreSQL's statistics cover only them, as if millions had little
   * activity.
   */
  others?: number;
}

/**
 * Gives a customer a history that would take hours to build through the use cases: every list gets the given number of rows, a minute
 * apart, the newest at `now`. One transfer with the brokerage in twenty is a withdrawal, one operation in a thousand is of Metals. The
 * ledger entries behind the positions are not created, so the books cannot be audited afterwards; the statement's chain of balances is
 * complete, its hashes are not. Bypasses the product's own role and its triggers: for tests and benchmarks only.
 */
export async function fillHistory({
  adminUrl,
  customerId,
  memberId,
  now,
  othersFollow,
  others,
  ...rows
}: LongHistory): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL session_replication_role = replica');
    await client.query('SET LOCAL statement_timeout = 0');
    const lists = { ...rows, adminUrl, customerId, memberId, now };
    if (others) await fillOthers(client, others, lists);
    await fillLists(client, [customerId], { ...lists, apart: { events: 1, positions: 1 } });
    await client.query(subscriptionSql, [customerId, now]);
    await client.query(operationsSql, [now, rows.events]);
    await client.query('COMMIT');
    if (!othersFollow) await client.query(others ? 'VACUUM' : 'VACUUM ANALYZE');
  } finally {
    await client.end();
  }
}

interface Lists extends Pick<LongHistory, 'events' | 'positions' | 'memberId' | 'now'> {
  /** Minutes between two events, and between two positions. */
  apart: { events: number; positions: number };
}

/** Inserts the rows that each customer's lists are made of. */
async function fillLists(client: pg.Client, customers: readonly string[], lists: Lists): Promise<void> {
  const { events, positions, memberId, now, apart } = lists;
  const fill = (sql: string, count: number, ...more: unknown[]) => client.query(sql, [customers, now, count, ...more]);
  for (const row of rowsOf) await fill(`INSERT INTO ${row} FROM ${momentsEach(apart.positions)}`, positions);
  await fill(entriesSql(momentsEach(apart.events)), events);
  for (const kind of ['bonus', 'residual'])
    await fill(awardsSql(momentsEach(apart.positions)), positions, memberId, kind);
}

/** Gives each a few rows, over the same time as one customer's many. */
async function fillOthers(
  client: pg.Client,
  count: number,
  { now, events, positions }: Omit<LongHistory, 'others'>,
): Promise<void> {
  const others = Array.from({ length: count }, () => randomUUID());
  const [few, fewer] = [11, 3];
  const apart = { events: Math.ceil(events / few), positions: Math.ceil(positions / fewer) };
  await fillLists(client, others, { events: few, positions: fewer, apart, memberId: randomUUID(), now });
  await client.query('ANALYZE');
}

const subscriptionSql = `INSERT INTO bot_subscriptions (customer_id, fee, subscribed_at) VALUES ($1, 50000000, $2)`;

/** A number of timestamps for each customer, the given number of minutes apart, oldest first. */
const momentsEach = (minutes: number): string => `(
  SELECT owner, n, $2::timestamptz - make_interval(mins => ($3 - n)::int * ${minutes}) AS at
  FROM generate_series(1, $3::int) n, unnest($1::uuid[]) owner ORDER BY n) m`;

/** A product's positions: thirty days where the return is promised, one second where it is traded. */
function positionsOf(product: Product): string {
  const isPromise = isFixed(product);
  const end = `at + interval '${isPromise ? '30 days' : '1 second'}'`;
  return `positions (id, customer_id, product, amount, rate, promised, started_at, ends_at, state, closed_at,
      operations_seen, payouts, result)
    SELECT gen_random_uuid(), owner, '${product}', 10000000, ${isPromise ? '10000000, 1000000' : 'NULL, 0'}, at,
      ${end}, 'ended', ${end}, ${isPromise ? 'NULL, NULL, NULL' : '0, 0, 0'}`;
}

const rowsOf = [
  ...products.map(positionsOf),
  `broker_transfers (id, customer_id, direction, amount, currency, rate, fee, net, state, created_at, ended_at, due_at)
    SELECT gen_random_uuid(), owner, CASE WHEN n % 20 = 0 THEN 'withdrawal' ELSE 'deposit' END, 20000000, 'usdt', 1000000,
      400000, 19600000, 'settled', at, at, NULL`,
];

/** The statement: a deposit of one dollar each time, with the balance after it. */
const entriesSql = (moments: string): string => `
  WITH journals AS (
    INSERT INTO ledger.journals (owner, number, key, kind, amounts, happened_at, hash, balance, held, invested, promised, zord)
    SELECT owner, n, 'long:' || owner || ':' || n, 'deposit_settled', '{1000000}', at, '', 1000000::bigint * n, 0, 0, 0, 0 FROM ${moments}
    RETURNING *
  )
  INSERT INTO ledger.accounts (owner, balance, number, last_at)
  SELECT DISTINCT ON (owner) owner, balance, number, happened_at FROM journals ORDER BY owner, number DESC`;

const awardsSql = (moments: string): string => `
  INSERT INTO network_awards (id, kind, level, beneficiary_id, source_id, product, position_id, base, percentage, value,
    happened_at, due_at, paid_at)
  SELECT gen_random_uuid(), $5, 1, owner, $4::uuid, 'stake', gen_random_uuid(), 10000000, 5000000, 500000, at, at, at FROM ${moments}`;

const operationsSql = `
  INSERT INTO operations (product, number, opened_at, happened_at, asset, pair, payout, source, reference)
  SELECT 'copytrade', n, at, at, CASE WHEN n % 1000 = 0 THEN 'Metals' ELSE 'Forex' END, 'EUR/USD', 10000, 'operator', 'long-' || n
  FROM generate_series(1, $2::int) n CROSS JOIN LATERAL (SELECT $1::timestamptz - make_interval(mins => ($2 - n)::int) AS at) closing`;
