import { micros, toDecimal } from '#money/money.ts';
import { readOne, type Sql } from '#database/server/database.ts';

/** What is known of a transfer and its customer beside what is asked for, for whoever decides. */
export const standingFacts = {
  asked: 'moment',
  attempts: 'number',
  error: 'text',
  why: 'choice',
  since: 'moment',
  brought: 'money',
  taken: 'money',
  times: 'number',
} as const;

interface Row extends Record<string, unknown> {
  asked: Date;
  attempts: number;
  error: string | null;
  why: string | null;
  since: Date;
  brought: bigint;
  taken: bigint;
  times: number;
}

/** Why it waits, and what its customer brought and took out before; null for a transfer that is none. */
export async function readStanding(sql: Sql, transferId: string): Promise<Record<string, string> | null> {
  const row = await readOne<Row>(
    sql,
    `SELECT b.created_at AS asked, b.attempts, b.last_error AS error, b.waits_because AS why, c.created_at AS since,
       coalesce(sum(o.amount) FILTER (WHERE o.direction = 'deposit'), 0)::bigint AS brought,
       coalesce(sum(o.amount) FILTER (WHERE o.direction = 'withdrawal'), 0)::bigint AS taken,
       count(o.id) FILTER (WHERE o.direction = 'withdrawal')::integer AS times
     FROM broker_transfers b JOIN customers c ON c.id = b.customer_id
       LEFT JOIN broker_transfers o ON o.customer_id = c.id AND o.state = 'settled'
     WHERE b.id = $1 GROUP BY b.id, c.id`,
    [transferId],
  );
  if (!row) return null;
  const { asked, attempts, error, why, since, brought, taken, times } = row;
  return {
    asked: asked.toISOString(),
    attempts: String(attempts),
    ...(error !== null && { error }),
    ...(why !== null && { why }),
    since: since.toISOString(),
    brought: toDecimal(micros(brought)),
    taken: toDecimal(micros(taken)),
    times: String(times),
  };
}
