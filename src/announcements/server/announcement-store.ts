import type { Language } from '#platform/languages.ts';
import { readOne, requireOne, type Sql, type Tx } from '#database/server/database.ts';
import { uuidv7 } from '#platform/server/uuid.ts';
import { readSegment } from './segment-sql.ts';

export interface NewAnnouncement {
  texts: Record<Language, string>;
  link: string | null;
  segment: string;
  mails: boolean;
  startsAt: Date;
  madeBy: string;
  counted: number;
}

export async function insertAnnouncement(tx: Tx, made: NewAnnouncement): Promise<string> {
  const id = uuidv7();
  await tx.query(
    `INSERT INTO announcements (id, texts, link, segment, mails, starts_at, made_by, counted) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, JSON.stringify(made.texts), made.link, made.segment, made.mails, made.startsAt, made.madeBy, made.counted],
  );
  return id;
}

/** Counts the customers a segment would reach now. */
export async function countSegment(sql: Sql, segment: string): Promise<number> {
  const { condition, value } = readSegment(segment);
  const { count } = await requireOne<{ count: number }>(
    sql,
    `SELECT count(*)::integer AS count FROM customers c WHERE c.erased_at IS NULL AND ${condition}`,
    [value],
  );
  return count;
}

export function readAnnouncement(sql: Sql, id: string): Promise<{ segment: string; startsAt: Date } | null> {
  return readOne(sql, 'SELECT segment, starts_at AS "startsAt" FROM announcements WHERE id = $1', [id]);
}

/** False if it has already begun or been withdrawn. */
export async function withdrawAnnouncement(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE announcements SET state = 'withdrawn', ended_at = now() WHERE id = $1 AND state = 'waiting' RETURNING id`,
    [id],
  );
  return rows.length > 0;
}
