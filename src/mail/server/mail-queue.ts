import { randomUUID } from 'node:crypto';
import { readOne, type Sql } from '#platform/server/database.ts';
import { purge } from '#platform/server/purge.ts';
import type { About } from './mail-template.ts';

export interface QueuedMail {
  kind: string;
  /** The event that owes it: a second mail for the same cause is not written down. */
  cause: string;
  about: About;
  /** After this long it would only surprise its reader: it is not sent any more. */
  goodForMinutes: number;
}

/** Writes a mail down; it leaves after the commit, and only then. */
export async function queueMail(sql: Sql, { kind, cause, about, goodForMinutes }: QueuedMail): Promise<void> {
  await sql.query(
    `INSERT INTO mails (id, kind, cause, about, deadline_at)
     VALUES ($1, $2, $3, $4, now() + make_interval(mins => $5::int))
     ON CONFLICT ON CONSTRAINT a_cause_has_one_mail DO NOTHING`,
    [randomUUID(), kind, cause, JSON.stringify(about), goodForMinutes],
  );
}

/** What is still waiting of this kind and about this is not sent any more: what it says is no longer so. */
export async function dropMails(sql: Sql, kind: string, about: About): Promise<void> {
  await sql.query(
    `UPDATE mails SET state = 'unneeded', about = '{}', due_at = NULL, ended_at = now(), fence = fence + 1
     WHERE due_at IS NOT NULL AND kind = $1 AND about = $2::jsonb`,
    [kind, JSON.stringify(about)],
  );
}

/** A mail that this worker alone works on until its lease ends. */
export interface ClaimedMail {
  id: string;
  kind: string;
  about: About;
  queuedAt: Date;
  isTooLate: boolean;
  /** How often it has been taken. */
  fencingToken: number;
}

interface ClaimedRow {
  id: string;
  kind: string;
  about: About;
  queued_at: Date;
  is_too_late: boolean;
  fence: number;
}

/** Takes up to `most` mails that are due, passing over those that another worker is taking. */
export async function claimMails(sql: Sql, most: number, leaseMs: number): Promise<ClaimedMail[]> {
  const rows = await sql.query<ClaimedRow>(
    `WITH due AS MATERIALIZED (
       SELECT id FROM mails WHERE due_at <= now() ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED
     )
     UPDATE mails SET fence = fence + 1, due_at = now() + $2 * interval '1 millisecond'
     WHERE id IN (SELECT id FROM due)
     RETURNING id, kind, about, queued_at, deadline_at <= now() AS is_too_late, fence`,
    [most, leaseMs],
  );
  return rows.map(({ queued_at: queuedAt, is_too_late: isTooLate, fence: fencingToken, ...row }) => ({
    ...row,
    queuedAt,
    isTooLate,
    fencingToken,
  }));
}

type Claim = Pick<ClaimedMail, 'id' | 'fencingToken'>;
export type MailEnd = 'sent' | 'unneeded' | 'refused' | 'expired';

/** False when the lease was lost: whoever holds it now ends the mail. */
export async function endMail(
  sql: Sql,
  { id, fencingToken }: Claim,
  end: MailEnd,
  lastError: string | null,
): Promise<boolean> {
  const row = await readOne(
    sql,
    `UPDATE mails SET state = $3, trouble = coalesce($4, trouble), about = '{}', due_at = NULL, ended_at = now()
     WHERE id = $1 AND fence = $2 AND state = 'waiting' RETURNING id`,
    [id, fencingToken, end, lastError],
  );
  return row !== null;
}

export async function postponeMail(
  sql: Sql,
  { id, fencingToken }: Claim,
  lastError: string,
  restMs: number,
): Promise<void> {
  await sql.query(
    `UPDATE mails SET trouble = $3, due_at = now() + $4 * interval '1 millisecond'
     WHERE id = $1 AND fence = $2 AND state = 'waiting'`,
    [id, fencingToken, lastError, restMs],
  );
}

/** Of mails that ended a month ago nobody will ask any more. */
export function purgeOldMails(sql: Sql): Promise<number> {
  return purge(sql, { table: 'mails', key: 'id', where: `ended_at < now() - interval '30 days'` });
}
