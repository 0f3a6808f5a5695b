import type { Language } from '#platform/languages.ts';
import { gets, withChoice } from '#notices/server/mail-choice-store.ts';
import { readOne, type Sql, type Tx } from '#database/server/database.ts';
import { uuidv7 } from '#platform/server/uuid.ts';
import type { Mails } from '../segments.ts';
import { readSegment } from './segment-sql.ts';

type ByLanguage = Partial<Record<Language, string>>;

export interface NewAnnouncement {
  subjects: ByLanguage;
  texts: ByLanguage;
  link: string | null;
  segment: string;
  mails: Mails;
  startsAt: Date;
  madeBy: string;
  reach: { customers: number; byMail: number };
}

export async function insertAnnouncement(tx: Tx, made: NewAnnouncement): Promise<string> {
  const id = uuidv7();
  await tx.query(
    `INSERT INTO announcements (id, subjects, texts, link, segment, mails, is_owed, starts_at, made_by, counted, mails_counted)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      id,
      JSON.stringify(made.subjects),
      JSON.stringify(made.texts),
      made.link,
      made.segment,
      made.mails !== 'none',
      made.mails === 'owed',
      made.startsAt,
      made.madeBy,
      made.reach.customers,
      made.reach.byMail,
    ],
  );
  return id;
}

/** Whom a segment would reach now. */
export interface Reach {
  customers: number;
  /** Of them, those who want such emails. */
  wanting: number;
  /** The languages they read, most read first. */
  languages: { language: Language; customers: number }[];
}

export async function readReach(sql: Sql, segment: string): Promise<Reach> {
  const { condition, value } = readSegment(segment);
  const languages = await sql.query<{ language: Language; customers: number; wanting: number }>(
    `SELECT c.language, count(*)::integer AS customers, count(*) FILTER (WHERE ${gets('announcements')})::integer AS wanting
     FROM customers c ${withChoice} WHERE c.erased_at IS NULL AND ${condition} GROUP BY c.language ORDER BY 2 DESC, 1`,
    [value],
  );
  const sumOf = (which: 'customers' | 'wanting') => languages.reduce((sum, each) => sum + each[which], 0);
  return { customers: sumOf('customers'), wanting: sumOf('wanting'), languages };
}

/** How many of them get an email. */
export function mailedOf({ customers, wanting }: Reach, mails: Mails): number {
  return { none: 0, wanted: wanting, owed: customers }[mails];
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
