import { readOne, type Sql, type Tx } from '#database/server/database.ts';
import { uuidv7 } from '#platform/server/uuid.ts';
import type { CaseDecision, CaseEventKind } from '../patterns.ts';

export interface CaseRecord {
  id: string;
  customerId: string;
  assignedTo: string | null;
  decision: CaseDecision | null;
  closedAt: Date | null;
}

const columns = `id, customer_id AS "customerId", assigned_to AS "assignedTo", decision, closed_at AS "closedAt"`;
type Row = CaseRecord & Record<string, unknown>;

export function readCase(sql: Sql, id: string): Promise<CaseRecord | null> {
  return readOne<Row>(sql, `SELECT ${columns} FROM cases WHERE id = $1`, [id]);
}

/** Locks the case until the transaction ends, which serialises concurrent work on it. */
export function holdCase(tx: Tx, id: string): Promise<CaseRecord | null> {
  return readOne<Row>(tx, `SELECT ${columns} FROM cases WHERE id = $1 FOR UPDATE`, [id]);
}

/** Also locks the case, so that it cannot be closed while something is added. */
export function holdOpenCaseOf(tx: Tx, customerId: string): Promise<CaseRecord | null> {
  return readOne<Row>(tx, `SELECT ${columns} FROM cases WHERE customer_id = $1 AND closed_at IS NULL FOR UPDATE`, [
    customerId,
  ]);
}

/** Returns null if the customer already has an open case. */
export async function insertCase(tx: Tx, customerId: string, assignedTo: string | null): Promise<string | null> {
  const row = await readOne<{ id: string }>(
    tx,
    `INSERT INTO cases (id, customer_id, assigned_to) VALUES ($1, $2, $3)
     ON CONFLICT (customer_id) WHERE closed_at IS NULL DO NOTHING RETURNING id`,
    [uuidv7(), customerId, assignedTo],
  );
  return row && row.id;
}

export async function assignCase(tx: Tx, id: string, staffId: string): Promise<void> {
  await tx.query('UPDATE cases SET assigned_to = $2 WHERE id = $1', [id, staffId]);
}

export async function decideCase(tx: Tx, id: string, decision: CaseDecision): Promise<void> {
  await tx.query('UPDATE cases SET decision = $2 WHERE id = $1', [id, decision]);
}

export async function closeCase(tx: Tx, id: string): Promise<void> {
  await tx.query('UPDATE cases SET closed_at = now() WHERE id = $1', [id]);
}

export interface NewCaseEvent {
  caseId: string;
  customerId: string;
  kind: CaseEventKind;
  by: { name: string; staffId: string | null };
  about?: string;
  /** Free text written by staff; stored separately, where it can be erased. */
  words?: string;
}

export async function insertCaseEvent(tx: Tx, event: NewCaseEvent): Promise<void> {
  const { caseId, customerId, kind, by, about, words } = event;
  await tx.query(
    `INSERT INTO case_events (id, case_id, kind, author, staff_id, about, words)
     VALUES ($1, $2::uuid, $4, $5, $6, $7,
       CASE WHEN $8::text IS NOT NULL THEN keep_words($3::uuid, 'case:' || $2::uuid, $8) END)`,
    [uuidv7(), caseId, customerId, kind, by.name, by.staffId, about ?? null, words ?? null],
  );
}
