import { micros, toDecimal } from '#money/money.ts';
import { readOne, requireOne, type Sql } from '#database/server/database.ts';
import type { Kind } from '../kinds.ts';

/** How it stands with whom or what a command concerns: worded once for all commands, for as much of it as is known. */
export const standingFacts = {
  /** Since when somebody is a customer, what they brought and withdrew so far, and how often. */
  since: 'moment',
  brought: 'money',
  taken: 'money',
  times: 'number',
  balance: 'money',
  /** How many customers it concerns, and how many running positions, of how much. */
  customers: 'number',
  positions: 'number',
  invested: 'money',
} as const satisfies Readonly<Record<string, Kind>>;

export type Standing = Partial<Record<keyof typeof standingFacts, string>>;

interface CustomerRow extends Record<string, unknown> {
  since: Date;
  brought: bigint;
  taken: bigint;
  times: number;
  balance: bigint;
  positions: number;
  invested: bigint;
}

/** A customer's history; null for somebody who is none. */
export async function readStandingOfCustomer(sql: Sql, customerId: string): Promise<Standing | null> {
  const row = await readOne<CustomerRow>(
    sql,
    `SELECT c.created_at AS since, moved.*, coalesce(a.balance, 0)::bigint AS balance, running.*
     FROM customers c LEFT JOIN ledger.accounts a ON a.owner = c.id
       CROSS JOIN LATERAL (SELECT coalesce(sum(amount) FILTER (WHERE direction = 'deposit'), 0)::bigint AS brought,
           coalesce(sum(amount) FILTER (WHERE direction = 'withdrawal'), 0)::bigint AS taken,
           count(*) FILTER (WHERE direction = 'withdrawal')::integer AS times
         FROM broker_transfers WHERE customer_id = c.id AND state = 'settled') moved
       CROSS JOIN LATERAL (SELECT count(*)::integer AS positions, coalesce(sum(amount), 0)::bigint AS invested
         FROM positions WHERE customer_id = c.id AND state = 'running') running
     WHERE c.id = $1 AND c.erased_at IS NULL`,
    [customerId],
  );
  if (!row) return null;
  const { since, brought, taken, times, balance, positions, invested } = row;
  return {
    since: since.toISOString(),
    brought: usd(brought),
    taken: usd(taken),
    times: String(times),
    balance: usd(balance),
    positions: String(positions),
    invested: usd(invested),
  };
}

/** How many positions run in a product, and of how much: from the sums by day, since it is read again while a request is open. */
export async function readReachOf(sql: Sql, product: string): Promise<Standing> {
  const { positions, invested } = await requireOne<{ positions: bigint; invested: bigint }>(
    sql,
    `SELECT coalesce(sum(positions), 0)::bigint AS positions, coalesce(sum(amount), 0)::bigint AS invested
     FROM (SELECT product, positions, amount FROM maturity_days
       UNION ALL SELECT product, positions, amount FROM maturity_changes) lines WHERE product = $1`,
    [product],
  );
  return { positions: String(positions), invested: usd(invested) };
}

/** How many customers there are. */
export async function readReachOfAll(sql: Sql): Promise<Standing> {
  const { customers } = await requireOne<{ customers: number }>(
    sql,
    'SELECT count(*)::integer AS customers FROM customers WHERE erased_at IS NULL',
  );
  return { customers: String(customers) };
}

const usd = (amount: bigint): string => toDecimal(micros(amount));
