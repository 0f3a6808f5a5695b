import type { Language } from '#platform/languages.ts';
import { refusePlatform } from '#platform/refusals.ts';
import { readOne, type Sql } from '#database/server/database.ts';
import { placeOfToken } from '#platform/server/secret-token.ts';

/** Returns when the customer's link was made; null if they have none. */
export async function readFeedCreated(sql: Sql, customerId: string): Promise<Date | null> {
  const row = await readOne<{ created_at: Date }>(
    sql,
    'SELECT created_at FROM calendar_feeds WHERE customer_id = $1 AND cell = cell_of($1)',
    [customerId],
  );
  return row?.created_at ?? null;
}

/**
 * Replaces the stored hash with that of a new token and returns when this happened. Refused to a customer who is erased meanwhile: the lock
 * waits for that.
 */
export async function replaceFeed(sql: Sql, customerId: string, tokenHash: Buffer): Promise<Date> {
  const row = await readOne<{ created_at: Date }>(
    sql,
    `INSERT INTO calendar_feeds (customer_id, cell, token_hash)
     SELECT id, cell_of(id), $2 FROM customers WHERE id = $1 AND erased_at IS NULL FOR KEY SHARE
     ON CONFLICT (customer_id, cell) DO UPDATE SET token_hash = excluded.token_hash, created_at = now()
     RETURNING created_at`,
    [customerId, tokenHash],
  );
  if (!row) throw refusePlatform('unauthenticated');
  return row.created_at;
}

export async function dropFeed(sql: Sql, customerId: string): Promise<void> {
  await sql.query('DELETE FROM calendar_feeds WHERE customer_id = $1 AND cell = cell_of($1)', [customerId]);
}

export interface FeedOwner {
  customerId: string;
  /** The language they chose last, in which their emails are written too. */
  language: Language;
}

export async function readFeedOwner(sql: Sql, token: string): Promise<FeedOwner | null> {
  const row = await readOne<{ id: string; language: Language }>(
    sql,
    `SELECT c.id, c.language FROM calendar_feeds f JOIN customers c ON c.id = f.customer_id
     WHERE f.token_hash = $1 AND f.cell = $2`,
    placeOfToken(token),
  );
  return row && { customerId: row.id, language: row.language };
}
