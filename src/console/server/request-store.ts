import { readOne, type Sql, type Tx } from '#database/server/database.ts';
import type { Role } from '#staff/roles.ts';
import { requestHours, type RequestState } from '../contract.ts';

export interface RequestResult {
  lines: string[];
  json: unknown;
}

export interface RequestRecord {
  id: string;
  command: string;
  /** Its parameters, as they are stored. */
  input: Readonly<Record<string, string>>;
  reason: string;
  makerId: string;
  makerName: string;
  madeAt: Date;
  expiresAt: Date;
  state: RequestState;
  deciderId: string | null;
  deciderName: string | null;
  decidedAt: Date | null;
  decisionReason: string | null;
  result: RequestResult | null;
}

/** Text stored separately because it is about a customer is read back in its place; for an erased customer nothing is left to read. */
const columns = `r.id, r.command, coalesce(said_whole(r.input), '{}') AS input, said(r.reason) AS reason, r.maker_id AS "makerId", m.name AS "makerName", r.made_at AS "madeAt",
  r.expires_at AS "expiresAt",
  CASE WHEN r.state = 'waiting' AND r.expires_at <= now() THEN 'expired' ELSE r.state END AS state,
  r.decider_id AS "deciderId", d.name AS "deciderName", r.decided_at AS "decidedAt",
  said(r.decision_reason) AS "decisionReason", said_whole(r.result) AS result`;
const from = `staff_requests r JOIN staff m ON m.id = r.maker_id LEFT JOIN staff d ON d.id = r.decider_id`;

type Row = RequestRecord & Record<string, unknown>;

export function readRequest(sql: Sql, id: string): Promise<RequestRecord | null> {
  return readOne<Row>(sql, `SELECT ${columns} FROM ${from} WHERE r.id = $1`, [id]);
}

interface Listing {
  /** Actions whose requests the caller may see; of others only their own. */
  commands: readonly string[];
  staffId: string;
  /** `open`: waiting to be decided on or carried out; undefined: both. */
  state: 'open' | 'over' | undefined;
  after: string | undefined;
  most: number;
}

export function listRequests(sql: Sql, { commands, staffId, state, after, most }: Listing): Promise<RequestRecord[]> {
  return sql.query<Row>(
    `SELECT ${columns} FROM ${from}
     WHERE (r.command = ANY ($1) OR r.maker_id = $2)
       AND ($3::text IS NULL OR ($3 = 'open') = (r.state = 'approved' OR r.state = 'waiting' AND r.expires_at > now()))
       AND ($4::uuid IS NULL OR (r.made_at, r.id) < (SELECT made_at, id FROM staff_requests WHERE id = $4))
     ORDER BY r.made_at DESC, r.id DESC LIMIT $5`,
    [[...commands], staffId, state ?? null, after ?? null, most],
  );
}

interface NewRequest {
  id: string;
  command: string;
  input: Readonly<Record<string, string>>;
  reason: string;
  makerId: string;
  /** The customer it is about, or null. */
  customerId: string | null;
  /** What it is about, if that is asked for only once at a time. */
  subject: string | null;
}

/**
 * Text about a customer is stored separately, where it can be erased; the request only references it. Returns false if the same is being
 * asked for already.
 */
export async function insertRequest(tx: Tx, request: NewRequest): Promise<boolean> {
  const { id, command, input, reason, makerId, customerId, subject } = request;
  await tx.query(
    `UPDATE staff_requests SET state = 'expired', ended_at = now() WHERE subject = $1 AND state = 'waiting' AND expires_at <= now()`,
    [subject],
  );
  const made = await tx.query(
    `INSERT INTO staff_requests (id, command, input, reason, maker_id, expires_at, subject)
     SELECT $1::uuid, $2, CASE WHEN $6::uuid IS NULL THEN $3::text::jsonb ELSE to_jsonb(keep_words($6, 'request:' || $1::uuid, $3)) END,
       CASE WHEN $6::uuid IS NULL THEN $4::text ELSE keep_words($6, 'request:' || $1::uuid, $4) END, $5::uuid,
       now() + interval '${requestHours} hours', $7
     ON CONFLICT (subject) WHERE state IN ('waiting', 'approved') DO NOTHING RETURNING id`,
    [id, command, JSON.stringify(input), reason, makerId, customerId, subject],
  );
  return made.length === 1;
}

/** The customer a request is about; null if there is none, or they were erased. */
export async function readCustomerOfRequest(sql: Sql, id: string): Promise<string | null> {
  const row = await readOne<{ id: string }>(
    sql,
    `SELECT customer_id AS id FROM kept_words WHERE place = 'request:' || $1::uuid LIMIT 1`,
    [id],
  );
  return row && row.id;
}

/** The same for many requests. */
export async function listCustomersOf(sql: Sql, ids: readonly string[]): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `SELECT DISTINCT w.customer_id AS id FROM unnest($1::uuid[]) AS r (id) JOIN kept_words w ON w.place = 'request:' || r.id ORDER BY 1`,
    [ids],
  );
  return rows.map(({ id }) => id);
}

interface Decision {
  id: string;
  deciderId: string;
  to: 'approved' | 'refused';
  reason: string;
}

/** Of concurrent decisions exactly one succeeds. */
export async function decideRequest(tx: Tx, { id, deciderId, to, reason }: Decision): Promise<boolean> {
  const decided = await tx.query(
    `UPDATE staff_requests SET state = $3, decider_id = $2, decided_at = now(), decision_reason = keep_with_request($1::uuid, $4::text)
     WHERE id = $1 AND state = 'waiting' AND expires_at > now() AND maker_id <> $2 RETURNING id`,
    [id, deciderId, to, reason],
  );
  return decided.length === 1;
}

/** Ends a request that is bound to fail before anybody approves it; false if it is over already. */
export async function failRequest(tx: Tx, id: string, result: RequestResult): Promise<boolean> {
  const ended = await tx.query(
    `UPDATE staff_requests SET state = 'failed', result = keep_with_request($1::uuid, $2::jsonb), ended_at = now()
     WHERE id = $1 AND state = 'waiting' AND expires_at > now() RETURNING id`,
    [id, JSON.stringify(result)],
  );
  return ended.length === 1;
}

export async function takeBackRequest(tx: Tx, id: string, makerId: string): Promise<boolean> {
  const gone = await tx.query(
    `UPDATE staff_requests SET state = 'withdrawn', ended_at = now()
     WHERE id = $1 AND maker_id = $2 AND state = 'waiting' RETURNING id`,
    [id, makerId],
  );
  return gone.length === 1;
}

/** Returns false if the outcome has already been recorded. */
export async function endRequest(
  sql: Sql,
  id: string,
  state: 'done' | 'failed',
  result: RequestResult,
): Promise<boolean> {
  const ended = await sql.query(
    `UPDATE staff_requests SET state = $2, result = keep_with_request($1::uuid, $3::jsonb), ended_at = now() WHERE id = $1 AND state = 'approved' RETURNING id`,
    [id, state, JSON.stringify(result)],
  );
  return ended.length === 1;
}

/** A server that carries out a request is considered dead this long after it last renewed its claim. */
export const claimSeconds = 60;

/** Of concurrent servers one gets the claim; another can once that claim has lapsed. */
export async function claimRequest(sql: Sql, id: string): Promise<boolean> {
  const claimed = await sql.query(
    `UPDATE staff_requests SET claimed_until = now() + interval '${claimSeconds} seconds'
     WHERE id = $1 AND state = 'approved' AND (claimed_until IS NULL OR claimed_until < now()) RETURNING id`,
    [id],
  );
  return claimed.length === 1;
}

export async function renewClaim(sql: Sql, id: string): Promise<void> {
  await sql.query(
    `UPDATE staff_requests SET claimed_until = now() + interval '${claimSeconds} seconds' WHERE id = $1 AND state = 'approved'`,
    [id],
  );
}

/** Whether the request was carried out: its action is committed together with its effect. */
export async function isInAccount(sql: Sql, id: string): Promise<boolean> {
  return (await sql.query('SELECT FROM actions WHERE request_id = $1', [id])).length > 0;
}

/** Requests approved a while ago but not carried out, because the server in charge died. */
export async function listLeftRequests(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `SELECT id FROM staff_requests WHERE state = 'approved' AND decided_at < now() - interval '30 seconds'
       AND (claimed_until IS NULL OR claimed_until < now()) ORDER BY made_at LIMIT 100`,
  );
  return rows.map(({ id }) => id);
}

export async function expireRequests(sql: Sql): Promise<number> {
  const over = await sql.query(
    `UPDATE staff_requests SET state = 'expired', ended_at = now() WHERE state = 'waiting' AND expires_at <= now() RETURNING id`,
  );
  return over.length;
}

/**
 * Whether two accounts count as one person: one invited the other, or one person invited both, and nobody else approved the invitations.
 */
export async function areOnePerson(sql: Sql, one: string, other: string): Promise<boolean> {
  const rows = await sql.query(
    `WITH RECURSIVE line (origin, id) AS (
       SELECT id, id FROM staff WHERE id IN ($1, $2)
       UNION SELECT l.origin, s.invited_by FROM line l JOIN staff s ON s.id = l.id WHERE s.invited_by IS NOT NULL AND NOT s.vouched
     )
     SELECT id FROM line GROUP BY id HAVING count(DISTINCT origin) = 2`,
    [one, other],
  );
  return rows.length > 0;
}

/** Whether there is anybody who could decide on what this member asks for. */
export async function hasDecider(sql: Sql, makerId: string, roles: readonly Role[]): Promise<boolean> {
  const others = await sql.query<{ id: string }>(
    'SELECT id FROM staff WHERE role = ANY ($1) AND disabled_at IS NULL AND joined_at IS NOT NULL AND id <> $2',
    [roles, makerId],
  );
  for (const { id } of others) if (!(await areOnePerson(sql, makerId, id))) return true;
  return false;
}
