import { createHash } from 'node:crypto';
import { cellOf } from '#platform/server/cell.ts';
import { type Database, readOne, type Sql } from '#platform/server/database.ts';
import { purgeCells } from '#platform/server/purge.ts';
import { uuidv7 } from '#platform/server/uuid.ts';
import type { About } from './mail-template.ts';

export interface QueuedMail {
  kind: string;
  /** The event that owes it: a second mail for the same cause is not written down. */
  cause: string;
  /** Null where it was asked for by an address alone: whose it is, if anybody's, is found out when it leaves. */
  customerId: string | null;
  about: About;
  /** After this long it would only surprise its reader: it is not sent any more. */
  goodForMinutes: number;
}

/** Writes a mail down; it leaves after the commit, and only then. One that is nobody's yet is in a cell by its cause, so that it is there once. */
export async function queueMail(
  sql: Sql,
  { kind, cause, customerId, about, goodForMinutes }: QueuedMail,
): Promise<void> {
  const cell = customerId ? cellOf(customerId) : createHash('sha256').update(cause).digest()[0];
  await sql.query(
    `INSERT INTO mails (id, cell, customer_id, kind, cause, about, deadline_at)
     VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(mins => $7::int))
     ON CONFLICT ON CONSTRAINT a_cause_has_one_mail DO NOTHING`,
    [uuidv7(), cell, customerId, kind, cause, JSON.stringify(about), goodForMinutes],
  );
}

/**
 * Writes down the mails of customers that `rows` answers (customer_id, kind, cause, about, minutes): the end of a statement that writes
 * their causes too.
 */
export function queueMailsOf(rows: string): string {
  return `INSERT INTO mails (id, cell, customer_id, kind, cause, about, deadline_at)
    SELECT gen_random_uuid(), cell_of(customer_id), customer_id, kind, cause, about, now() + minutes * interval '1 minute'
    FROM (${rows}) AS owed ON CONFLICT ON CONSTRAINT a_cause_has_one_mail DO NOTHING`;
}

/** A mail that this worker alone works on until its lease ends. */
export interface ClaimedMail {
  id: string;
  cell: number;
  customerId: string | null;
  kind: string;
  about: About;
  queuedAt: Date;
  isTooLate: boolean;
  /** How often it has been taken. */
  fencingToken: number;
}

interface ClaimedRow {
  id: string;
  cell: number;
  customer_id: string | null;
  kind: string;
  about: About;
  queued_at: Date;
  is_too_late: boolean;
  fencing_token: number;
}

/** Takes up to `most` mails that are due, from the cells whose mails have waited longest, and passes over what another worker is taking. */
export async function claimMails(db: Database, most: number, leaseMs: number): Promise<ClaimedMail[]> {
  const due = await db.query<{ cell: number }>(
    `SELECT c AS cell FROM generate_series(0, 255) AS c,
       LATERAL (SELECT due_at FROM mails WHERE cell = c::smallint AND due_at <= now() ORDER BY due_at LIMIT 1) AS oldest
     ORDER BY oldest.due_at LIMIT $1`,
    [most],
  );
  const claimed: ClaimedMail[] = [];
  for (const { cell } of due) {
    if (claimed.length < most) claimed.push(...(await claimOf(db, cell, most - claimed.length, leaseMs)));
  }
  return claimed;
}

async function claimOf(sql: Sql, cell: number, most: number, leaseMs: number): Promise<ClaimedMail[]> {
  const rows = await sql.query<ClaimedRow>(
    `WITH due AS MATERIALIZED (
       SELECT id FROM mails WHERE cell = $1 AND due_at <= now() ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED
     )
     UPDATE mails SET fencing_token = fencing_token + 1, due_at = now() + $3 * interval '1 millisecond'
     WHERE cell = $1 AND id IN (SELECT id FROM due)
     RETURNING id, cell, customer_id, kind, about, queued_at, deadline_at <= now() AS is_too_late, fencing_token`,
    [cell, most, leaseMs],
  );
  return rows.map(({ customer_id, queued_at, is_too_late, fencing_token, ...row }) => ({
    ...row,
    customerId: customer_id,
    queuedAt: queued_at,
    isTooLate: is_too_late,
    fencingToken: fencing_token,
  }));
}

type Claim = Pick<ClaimedMail, 'id' | 'cell' | 'fencingToken'>;
export type MailEnd = 'sent' | 'unneeded' | 'refused' | 'expired';

/** False when the lease was lost: whoever holds it now ends the mail. */
export async function endMail(
  sql: Sql,
  { id, cell, fencingToken }: Claim,
  end: MailEnd,
  lastError: string | null,
): Promise<boolean> {
  const row = await readOne(
    sql,
    `UPDATE mails SET state = $4, last_error = coalesce($5, last_error), about = '{}', customer_id = NULL, due_at = NULL,
       ended_at = now()
     WHERE id = $1 AND cell = $2 AND fencing_token = $3 AND state = 'waiting' RETURNING id`,
    [id, cell, fencingToken, end, lastError],
  );
  return row !== null;
}

export async function postponeMail(
  sql: Sql,
  { id, cell, fencingToken }: Claim,
  lastError: string,
  restMs: number,
): Promise<void> {
  await sql.query(
    `UPDATE mails SET last_error = $4, due_at = now() + $5 * interval '1 millisecond'
     WHERE id = $1 AND cell = $2 AND fencing_token = $3 AND state = 'waiting'`,
    [id, cell, fencingToken, lastError, restMs],
  );
}

/** Of mails that ended a month ago nobody will ask any more. */
export function purgeOldMails(db: Database): Promise<number> {
  return purgeCells(db, { table: 'mails', key: 'id', where: `ended_at < now() - interval '30 days'` });
}
