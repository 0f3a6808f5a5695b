import { readOne, type Sql, type Tx } from '#database/server/database.ts';
import { uuidv7 } from '#platform/server/uuid.ts';
import type { PrivacyKind, PrivacyOutcome } from '../requests.ts';

export interface PrivacyRequest {
  id: string;
  customerId: string;
  kind: PrivacyKind;
  /** Days of the house. */
  receivedOn: string;
  dueOn: string;
  handler: string | null;
  outcome: PrivacyOutcome | null;
  answeredAt: Date | null;
}

const columns = `r.id, r.customer_id AS "customerId", r.kind, r.received_on AS "receivedOn", r.due_on AS "dueOn", r.handler, r.outcome,
  r.answered_at AS "answeredAt"`;
type Row = PrivacyRequest & Record<string, unknown>;

interface NewRequest {
  customerId: string;
  kind: PrivacyKind;
  receivedOn: string;
  /** The number of days to answer it. */
  days: number;
}

/** Null if one of this kind is already open. */
export function insertPrivacyRequest(tx: Tx, { customerId, kind, receivedOn, days }: NewRequest) {
  return readOne<{ id: string; dueOn: string }>(
    tx,
    `INSERT INTO privacy_requests (id, customer_id, kind, received_on, due_on)
     VALUES ($1, $2, $3, $4::date, $4::date + $5::int)
     ON CONFLICT (customer_id, kind) WHERE answered_at IS NULL DO NOTHING RETURNING id, due_on AS "dueOn"`,
    [uuidv7(), customerId, kind, receivedOn, days],
  );
}

export function readPrivacyRequest(sql: Sql, id: string): Promise<PrivacyRequest | null> {
  return readOne<Row>(sql, `SELECT ${columns} FROM privacy_requests r WHERE r.id = $1`, [id]);
}

/** Locks the request until the transaction ends; null if there is none. */
export function holdPrivacyRequest(tx: Tx, id: string): Promise<PrivacyRequest | null> {
  return readOne<Row>(tx, `SELECT ${columns} FROM privacy_requests r WHERE r.id = $1 FOR UPDATE`, [id]);
}

export async function handlePrivacyRequest(
  tx: Tx,
  id: string,
  by: { name: string; staffId: string | null },
): Promise<void> {
  await tx.query('UPDATE privacy_requests SET handler = $2, handler_id = $3 WHERE id = $1', [id, by.name, by.staffId]);
}

export async function answerPrivacyRequest(tx: Tx, id: string, outcome: PrivacyOutcome): Promise<void> {
  await tx.query(
    `UPDATE privacy_requests SET outcome = $2, answered_at = date_trunc('milliseconds', clock_timestamp()) WHERE id = $1`,
    [id, outcome],
  );
}

/** Erasure answers every open request of the customer: nobody is left to answer. */
export async function answerByErasure(tx: Tx, customerId: string, by: string): Promise<void> {
  await tx.query(
    `UPDATE privacy_requests SET handler = coalesce(handler, $2), outcome = CASE kind WHEN 'erasure' THEN 'done' ELSE 'refused' END,
       answered_at = date_trunc('milliseconds', clock_timestamp())
     WHERE customer_id = $1 AND answered_at IS NULL`,
    [customerId, by],
  );
}

export interface ListedRequest extends PrivacyRequest {
  name: string;
  email: string;
  isErased: boolean;
  isOverdue: boolean;
}

/** By days of the house: a request is not yet overdue on its due day. */
const overdue = `r.answered_at IS NULL AND r.due_on < (now() AT TIME ZONE (SELECT house_zone()))::date`;
const listed = `SELECT ${columns}, c.name, c.email, c.erased_at IS NOT NULL AS "isErased", ${overdue} AS "isOverdue"
  FROM privacy_requests r JOIN customers c ON c.id = r.customer_id`;

/** Open requests, the next due first. */
export function listOpenRequests(sql: Sql, most: number): Promise<ListedRequest[]> {
  return sql.query<ListedRequest & Record<string, unknown>>(
    `${listed} WHERE r.answered_at IS NULL ORDER BY r.due_on, r.id LIMIT $1`,
    [most],
  );
}

/** Answered requests, the latest first. */
export function listAnsweredRequests(sql: Sql, { at, id }: { at: string; id: string }, most: number) {
  return sql.query<ListedRequest & Record<string, unknown>>(
    `${listed} WHERE r.answered_at IS NOT NULL AND (r.answered_at, r.id) < ($1, $2)
     ORDER BY r.answered_at DESC, r.id DESC LIMIT $3`,
    [at, id, most],
  );
}

export async function countOpenRequests(sql: Sql): Promise<{ open: number; overdue: number; next: string | null }> {
  const row = await readOne<{ open: number; overdue: number; next: string | null }>(
    sql,
    `SELECT count(*)::integer AS open, count(*) FILTER (WHERE ${overdue})::integer AS overdue, min(r.due_on) AS next
     FROM privacy_requests r WHERE r.answered_at IS NULL`,
  );
  return row ?? { open: 0, overdue: 0, next: null };
}
