import type { Looking } from '#commands/server/declaration.ts';
import { readStandingOfCustomer, type Standing } from '#commands/server/standing.ts';
import { readOne } from '#database/server/database.ts';

/** What is known of a transfer beside what is asked for, for whoever decides. */
export const transferStanding = { asked: 'moment', attempts: 'number', error: 'choice', why: 'choice' } as const;

interface Row extends Record<string, unknown> {
  asked: Date;
  attempts: number;
  error: string | null;
  why: string | null;
  customer: string;
}

type Known = Standing & Partial<Record<keyof typeof transferStanding, string>>;

/** Why it waits, and its customer's history; null for a transfer that is none. */
export async function readStanding({ sql }: Looking, transferId: string): Promise<Known | null> {
  const row = await readOne<Row>(
    sql,
    `SELECT created_at AS asked, attempts, last_error AS error, waits_because AS why, customer_id AS customer
     FROM broker_transfers WHERE id = $1`,
    [transferId],
  );
  if (!row) return null;
  const { asked, attempts, error, why, customer } = row;
  return {
    asked: asked.toISOString(),
    attempts: String(attempts),
    ...(error !== null && { error }),
    ...(why !== null && { why }),
    ...(await readStandingOfCustomer(sql, customer)),
  };
}
