import { createHash } from 'node:crypto';
import { cellOf } from '#platform/server/cell.ts';
import type { Database, Sql } from '#database/server/database.ts';
import { purgeCells } from '#database/server/purge.ts';
import { uuidv7 } from '#platform/server/uuid.ts';
import type { About } from './mail-template.ts';

export interface QueuedMail {
  kind: string;
  /** The event that caused it: a second email for the same cause is not queued. */
  cause: string;
  /** Null if it was requested with only an address: whose it is, if anybody's, is determined when it is sent. */
  customerId: string | null;
  about: About;
  /** After this time it is no longer sent, because it would only confuse its reader. */
  goodForMinutes: number;
}

/** Emails that one customer is waiting for, such as a code, do not queue behind bulk notifications. */
export const lanes = ['urgent', 'ordinary'] as const;
export type Lane = (typeof lanes)[number];

/** A literal in each statement, because the urgent lane has a partial index. */
const inLane: Record<Lane, string> = { urgent: 'is_urgent', ordinary: 'NOT is_urgent' };

/**
 * Queues an urgent email, which is sent only after the commit. Without a customer its cell is derived from its cause, so that it is queued
 * only once.
 */
export async function queueMail(
  sql: Sql,
  { kind, cause, customerId, about, goodForMinutes }: QueuedMail,
): Promise<void> {
  const cell = customerId ? cellOf(customerId) : createHash('sha256').update(cause).digest()[0];
  await sql.query(
    `INSERT INTO mails (id, cell, customer_id, kind, cause, about, deadline_at, is_urgent)
     VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(mins => $7::int), true)
     ON CONFLICT ON CONSTRAINT a_cause_has_one_mail DO NOTHING`,
    [uuidv7(), cell, customerId, kind, cause, JSON.stringify(about), goodForMinutes],
  );
}

/**
 * Builds an INSERT that queues the customers' emails returned by `rows` (customer_id, kind, cause, about, minutes, is_urgent), to end a
 * statement that also writes their causes.
 */
export function queueMailsOf(rows: string): string {
  return `INSERT INTO mails (id, cell, customer_id, kind, cause, about, deadline_at, is_urgent)
    SELECT gen_random_uuid(), cell_of(customer_id), customer_id, kind, cause, about, now() + minutes * interval '1 minute', is_urgent
    FROM (${rows}) AS owed ON CONFLICT ON CONSTRAINT a_cause_has_one_mail DO NOTHING`;
}

/** An email that belongs to this worker alone until its lease ends. */
export interface ClaimedMail {
  id: string;
  cell: number;
  customerId: string | null;
  kind: string;
  about: About;
  queuedAt: Date;
  isTooLate: boolean;
  /** How often it has been claimed; recording its outcome requires this number. */
  fencingToken: number;
  /** How often it has failed. */
  failures: number;
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
  failures: number;
}

/** Returns the cells that have due emails in the lane, longest waiting first. */
export async function readDueCells(db: Database, lane: Lane, most: number): Promise<number[]> {
  const due = await db.query<{ cell: number }>(
    `SELECT c.cell FROM ledger.treasury AS c,
       LATERAL (
         SELECT due_at FROM mails WHERE cell = c.cell AND due_at <= now() AND ${inLane[lane]} ORDER BY due_at LIMIT 1
       ) AS oldest
     ORDER BY oldest.due_at LIMIT $1`,
    [most],
  );
  return due.map(({ cell }) => cell);
}

/** Claims up to `most` due emails of one cell and lane, oldest first, skipping those that another worker is claiming. */
export async function claimMails(
  sql: Sql,
  { cell, lane, most, leaseMs }: { cell: number; lane: Lane; most: number; leaseMs: number },
): Promise<ClaimedMail[]> {
  const rows = await sql.query<ClaimedRow>(
    `WITH due AS MATERIALIZED (
       SELECT id FROM mails WHERE cell = $1 AND due_at <= now() AND ${inLane[lane]} ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED
     )
     UPDATE mails SET fencing_token = fencing_token + 1, due_at = now() + $3 * interval '1 millisecond'
     WHERE cell = $1 AND id IN (SELECT id FROM due)
     RETURNING id, cell, customer_id, kind, about, queued_at, deadline_at <= now() AS is_too_late, fencing_token, failures`,
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

/** The outcome of one claimed email. */
export type MailOutcome = { id: string; fencingToken: number; lastError: string | null } & (
  | { state: 'sent' | 'unneeded' | 'refused' | 'expired' }
  /** Retried after a delay; an email that was not attempted has not failed. */
  | { state: 'waiting'; restMs: number; hasFailed: boolean }
);

/** Records the outcomes of emails of one cell. An email whose lease was lost is left unchanged: its new holder records the outcome. */
export async function endMails(sql: Sql, cell: number, outcomes: readonly MailOutcome[]): Promise<void> {
  await sql.query(
    `UPDATE mails m SET state = o.state, last_error = coalesce(o.last_error, m.last_error),
       about = CASE WHEN o.state = 'waiting' THEN m.about ELSE '{}' END,
       customer_id = CASE WHEN o.state = 'waiting' THEN m.customer_id END,
       due_at = CASE WHEN o.state = 'waiting' THEN now() + o.rest_ms * interval '1 millisecond' END,
       ended_at = CASE WHEN o.state <> 'waiting' THEN now() END, failures = m.failures + o.has_failed::int
     FROM unnest($2::uuid[], $3::int[], $4::text[], $5::text[], $6::int[], $7::boolean[])
       AS o (id, fencing_token, state, last_error, rest_ms, has_failed)
     WHERE m.id = o.id AND m.cell = $1 AND m.fencing_token = o.fencing_token AND m.state = 'waiting'`,
    [
      cell,
      outcomes.map(({ id }) => id),
      outcomes.map(({ fencingToken }) => fencingToken),
      outcomes.map(({ state }) => state),
      outcomes.map(({ lastError }) => lastError),
      outcomes.map((outcome) => (outcome.state === 'waiting' ? outcome.restMs : null)),
      outcomes.map((outcome) => outcome.state === 'waiting' && outcome.hasFailed),
    ],
  );
}

/** Days for which the record of a sent email is kept. */
export const mailsKeptDays = 30;

/** Deletes records of emails that ended over a month ago. */
export function purgeOldMails(db: Database): Promise<number> {
  return purgeCells(db, { table: 'mails', key: 'id', where: `ended_at < now() - interval '${mailsKeptDays} days'` });
}
