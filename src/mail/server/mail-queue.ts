import { createHash } from 'node:crypto';
import { cellOf } from '#platform/server/cell.ts';
import type { Database, Sql } from '#platform/server/database.ts';
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

/** Mails that one customer waits for, such as a code, do not stand in one row with those that many are told by. */
export const lanes = ['urgent', 'ordinary'] as const;
export type Lane = (typeof lanes)[number];

/** Written out in each statement, because the index of the urgent lane is a partial one. */
const inLane: Record<Lane, string> = { urgent: 'is_urgent', ordinary: 'NOT is_urgent' };

/**
 * Writes an urgent mail down; it leaves after the commit, and only then. One that is nobody's yet is in a cell by its cause, so that it is
 * there once.
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
 * Writes down the mails of customers that `rows` answers (customer_id, kind, cause, about, minutes, is_urgent): the end of a statement that writes
 * their causes too.
 */
export function queueMailsOf(rows: string): string {
  return `INSERT INTO mails (id, cell, customer_id, kind, cause, about, deadline_at, is_urgent)
    SELECT gen_random_uuid(), cell_of(customer_id), customer_id, kind, cause, about, now() + minutes * interval '1 minute', is_urgent
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
  /** How often it has been taken: what is written down about it later names this. */
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

/** The cells with mails of the lane that are due, those first whose oldest has waited longest. */
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

/** Takes up to `most` mails of one cell and lane that are due, the oldest first, and passes over what another worker is taking. */
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

/** What became of one mail that was claimed. */
export type MailOutcome = { id: string; fencingToken: number; lastError: string | null } & (
  | { state: 'sent' | 'unneeded' | 'refused' | 'expired' }
  /** It is tried again after a rest; one that was not begun has not failed. */
  | { state: 'waiting'; restMs: number; hasFailed: boolean }
);

/** Writes down what became of mails of one cell. One whose lease was lost stays as it is: whoever holds it now ends it. */
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

/** How long it is known that a mail was sent. */
export const mailsKeptDays = 30;

/** Of mails that ended a month ago nobody will ask any more. */
export function purgeOldMails(db: Database): Promise<number> {
  return purgeCells(db, { table: 'mails', key: 'id', where: `ended_at < now() - interval '${mailsKeptDays} days'` });
}
