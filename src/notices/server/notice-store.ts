import { queueMailsOf } from '#mail/server/mail-queue.ts';
import { type Micros, micros } from '#money/money.ts';
import { noteChange } from '#database/server/changes.ts';
import type { Language } from '#platform/languages.ts';
import type { Cursor } from '#http/server/cursor.ts';
import { readOne, requireOne, type Sql, type Tx } from '#database/server/database.ts';
import type { Span } from '#platform/server/span.ts';
import { uuidv7 } from '#platform/server/uuid.ts';
import { mostCounted, type Notice, type NoticeKind } from '../contract.ts';
import { mailGoodForMinutes, mailOf, urgentMails } from './owed-mails.ts';

/** A notice before it is written. */
export interface NewNotice {
  customerId: string;
  kind: NoticeKind;
  /** Names the event: a repeated cause is written once. */
  cause: string;
  /** Business time; the current time if omitted. */
  at?: Date;
  amount?: Micros;
  profit?: Micros;
  /** The part of the profit withheld as tax. */
  withheld?: Micros;
  why?: Notice['Why'];
  reason?: string | null;
  device?: string | null;
  reference?: string;
}

/**
 * Writes notices and the emails they owe in one statement that is not awaited; a cause that was already written is skipped. Past events owe
 * no email, and positions that end together owe one: nobody wants forty emails about forty stakes.
 */
export function sendNotices(tx: Tx, notices: readonly NewNotice[]): void {
  if (notices.length === 0) return;
  tx.send(writeWithMails, [
    notices.map(() => uuidv7()),
    notices.map(({ customerId }) => customerId),
    notices.map(({ kind }) => kind),
    notices.map(({ cause }) => cause),
    notices.map(({ at }) => at?.toISOString() ?? null),
    notices.map(({ amount }) => amount ?? null),
    notices.map(({ profit }) => profit ?? null),
    notices.map(({ why }) => why ?? null),
    notices.map(({ reason }) => reason ?? null),
    notices.map(({ device }) => device ?? null),
    notices.map(({ reference }) => reference ?? null),
    notices.map(({ kind }) => mailOf[kind] ?? null),
    notices.map(({ withheld }) => withheld ?? null),
  ]);
  for (const { customerId } of notices) noteChange(tx, customerId, 'notices');
}

const writeWithMails = `WITH clock AS (
    SELECT date_trunc('milliseconds', now() + ahead_ms * interval '1 millisecond') AS business_now FROM sandbox_clock
  ), told AS MATERIALIZED (
    SELECT id, customer_id, kind, cause, coalesce(at, business_now) AS at, amount, profit, why, reason, device, reference, mail, withheld,
      coalesce(at, business_now) > business_now - interval '1 day' AS is_fresh
    FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[], $6::bigint[], $7::bigint[], $8::text[],
      $9::text[], $10::text[], $11::uuid[], $12::text[], $13::bigint[])
      AS given (id, customer_id, kind, cause, at, amount, profit, why, reason, device, reference, mail, withheld), clock
  ), written AS (
    INSERT INTO customer_notices (id, customer_id, kind, cause, happened_at, amount, profit, why, reason, device, reference, withheld)
    SELECT id, customer_id, kind, cause, at, amount, profit, why, reason, device, reference, withheld FROM told
    ON CONFLICT ON CONSTRAINT a_cause_is_told_once DO NOTHING RETURNING id
  )
  ${queueMailsOf(`SELECT customer_id, mail AS kind, 'notice:' || min(cause COLLATE "C") AS cause,
      jsonb_build_object('notices', string_agg(id::text, ' ')) AS about, ${mailGoodForMinutes} AS minutes,
      mail IN (${urgentMails.map((mail) => `'${mail}'`).join(', ')}) AS is_urgent
    FROM told JOIN written USING (id) WHERE is_fresh AND mail IS NOT NULL GROUP BY customer_id, mail`)}`;

/** What a customer received on one day for one reason: further awards add to it and mark it unread again. */
export interface GrowingNotice {
  customerId: string;
  kind: NoticeKind;
  cause: string;
  at: Date;
  amount: Micros;
  count: number;
}

/** The caller holds the accounts of the beneficiaries, so two calls never wait for each other here. */
export function growNotices(tx: Tx, notices: readonly GrowingNotice[]): void {
  if (notices.length === 0) return;
  tx.send(
    `INSERT INTO customer_notices AS n (id, customer_id, kind, cause, happened_at, amount, count)
     SELECT id, customer_id, kind, cause, at, amount, count
     FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[], $6::bigint[], $7::integer[])
       AS grown (id, customer_id, kind, cause, at, amount, count)
     ON CONFLICT ON CONSTRAINT a_cause_is_told_once DO UPDATE
       SET amount = n.amount + excluded.amount, count = n.count + excluded.count,
         happened_at = greatest(n.happened_at, excluded.happened_at), written_at = now(), read_at = NULL`,
    [
      notices.map(() => uuidv7()),
      notices.map(({ customerId }) => customerId),
      notices.map(({ kind }) => kind),
      notices.map(({ cause }) => cause),
      notices.map(({ at }) => at.toISOString()),
      notices.map(({ amount }) => amount),
      notices.map(({ count }) => count),
    ],
  );
  for (const { customerId } of notices) noteChange(tx, customerId, 'notices');
}

export interface NoticeRecord {
  id: string;
  customerId: string;
  kind: NoticeKind;
  at: Date;
  isRead: boolean;
  amount: Micros | null;
  profit: Micros | null;
  withheld: Micros | null;
  count: number | null;
  why: Notice['Why'];
  reason: string | null;
  device: string | null;
  reference: string | null;
  /** The term of the stake that matured. */
  days: number | null;
  /** Only for an announcement. */
  subjects: Partial<Record<Language, string>> | null;
  texts: Partial<Record<Language, string>> | null;
  link: string | null;
  /** Its email goes to everybody, whatever they chose. */
  isOwed: boolean | null;
}

interface NoticeRow extends Omit<NoticeRecord, 'customerId' | 'at' | 'isRead' | 'amount' | 'profit' | 'withheld'> {
  customer_id: string;
  happened_at: Date;
  is_read: boolean;
  amount: bigint | null;
  profit: bigint | null;
  withheld: bigint | null;
}

const columns = `n.id, customer_id, kind, happened_at, read_at IS NOT NULL AS is_read, amount, profit, withheld, count, why, reason, device,
  reference, matured.days, said.subjects, said.texts, said.link, said.is_owed AS "isOwed"`;
/** An announcement's texts are the same for all recipients and stored once. */
const withTexts = `LEFT JOIN LATERAL (
  SELECT a.subjects, a.texts, a.link, a.is_owed FROM announcements a WHERE kind = 'announcement' AND a.id = reference) AS said ON true`;
/** A stake's term is its own, not the notice's. */
const withTerm = `LEFT JOIN LATERAL (
  SELECT (extract(epoch FROM p.ends_at - p.started_at) / 86400)::integer AS days FROM positions p
  WHERE n.kind = 'stake_matured' AND p.id = n.reference AND p.customer_id = n.customer_id) AS matured ON true`;

function asRecord({ customer_id: customerId, happened_at: at, is_read: isRead, ...row }: NoticeRow): NoticeRecord {
  const amount = row.amount === null ? null : micros(row.amount);
  const profit = row.profit === null ? null : micros(row.profit);
  const withheld = row.withheld === null ? null : micros(row.withheld);
  return { ...row, customerId, at, isRead, amount, profit, withheld };
}

/** Returns up to one more than `limit`, so that the caller knows whether there is a next page. */
export async function readNoticePage(
  sql: Sql,
  customerId: string,
  span: Span,
  cursor: Cursor,
  limit: number,
): Promise<NoticeRecord[]> {
  const rows = await sql.query<NoticeRow>(
    `SELECT ${columns} FROM customer_notices n ${withTexts} ${withTerm}
     WHERE customer_id = $1 AND happened_at >= $2 AND happened_at < $3 AND (happened_at, n.id) < ($4, $5)
     ORDER BY happened_at DESC, n.id DESC LIMIT $6`,
    [customerId, span.start, span.end, cursor.at, cursor.id, limit + 1],
  );
  return rows.map(asRecord);
}

/** Reads the notices for an email that is about to be sent. */
export async function readNoticesById(sql: Sql, customerId: string, ids: readonly string[]): Promise<NoticeRecord[]> {
  const rows = await sql.query<NoticeRow>(
    `SELECT ${columns} FROM customer_notices n ${withTexts} ${withTerm}
     WHERE customer_id = $1 AND n.id = ANY ($2::uuid[]) ORDER BY happened_at, n.id`,
    [customerId, ids],
  );
  return rows.map(asRecord);
}

export async function countUnreadOf(sql: Sql, customerId: string): Promise<number> {
  const row = await requireOne<{ count: number }>(
    sql,
    `SELECT count(*)::integer AS count
     FROM (SELECT FROM customer_notices WHERE customer_id = $1 AND read_at IS NULL LIMIT $2) AS unread`,
    [customerId, mostCounted],
  );
  return row.count;
}

/** Returns false when the customer has no such notice. Notices committed later stay unread, even if they are older. */
export async function markReadUpTo(tx: Tx, customerId: string, id: string): Promise<boolean> {
  const upTo = await readOne<{ happened_at: Date }>(
    tx,
    'SELECT happened_at FROM customer_notices WHERE id = $1 AND customer_id = $2',
    [id, customerId],
  );
  if (!upTo) return false;
  await tx.query(
    `UPDATE customer_notices n SET read_at = now() FROM customer_notices upto
     WHERE upto.id = $2 AND n.customer_id = $1 AND n.read_at IS NULL
       AND (n.happened_at, n.id) <= (upto.happened_at, upto.id)`,
    [customerId, id],
  );
  return true;
}

export async function markRead(tx: Tx, customerId: string, ids: readonly string[]): Promise<void> {
  await tx.query(
    `UPDATE customer_notices SET read_at = now()
     WHERE customer_id = $1 AND id = ANY ($2::uuid[]) AND read_at IS NULL`,
    [customerId, ids],
  );
}

/** Returns a mark per customer that changes whenever their notices do, for processes that receive no announcements. */
export async function readNoticeMarks(sql: Sql, customerIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await sql.query<{ id: string; mark: string }>(
    `SELECT request.id, concat(newest.at, '/', unread.count) AS mark FROM unnest($1::uuid[]) AS request (id),
       LATERAL (SELECT max(written_at)::text AS at FROM customer_notices WHERE customer_id = request.id) AS newest,
       LATERAL (SELECT count(*) FROM customer_notices WHERE customer_id = request.id AND read_at IS NULL) AS unread`,
    [customerIds],
  );
  return new Map(rows.map(({ id, mark }) => [id, mark]));
}
