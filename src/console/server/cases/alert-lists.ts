import type { Evidence, PatternRule } from '#cases/patterns.ts';
import type { StaffAlert } from '#console/cases-contract.ts';
import type * as contract from '#console/cases-contract.ts';
import { micros, toJsonNumber } from '#money/money.ts';
import type { AnswerOf } from '#platform/endpoint.ts';
import { refusePlatform } from '#platform/refusals.ts';
import { makePage, readCursor } from '#http/server/cursor.ts';
import { readOne, type Sql } from '#database/server/database.ts';
import type { StaffPage } from '#staff/server/serve-staff.ts';

interface AlertRow {
  id: string;
  rule: PatternRule;
  found_at: Date;
  last_evidence_at: Date;
  customer_id: string;
  name: string;
  email: string;
  customers: number;
  state: StaffAlert['State'];
  case_id: string | null;
}

export const alertColumns = `a.id, a.rule, a.found_at, a.last_evidence_at, a.customer_id, c.name, c.email,
  a.of_customers AS customers, a.state, a.case_id`;
const pageSize = 50;

export async function listAlerts(
  sql: Sql,
  { state, customer, after }: { state: StaffAlert['State']; customer?: string | undefined; after?: string | undefined },
): Promise<StaffPage<StaffAlert>> {
  const cursor = readCursor(after);
  const rows = await sql.query<AlertRow>(
    `SELECT ${alertColumns} FROM alerts a JOIN customers c ON c.id = a.customer_id
     WHERE a.state = $1 AND (a.found_at, a.id) < ($2, $3) AND ($4::uuid IS NULL OR a.customers @> ARRAY[$4::uuid])
     ORDER BY a.found_at DESC, a.id DESC LIMIT ${pageSize + 1}`,
    [state, cursor.at, cursor.id, customer ?? null],
  );
  return makePage(rows, pageSize, ({ found_at: at, id }) => ({ at, id }), presentAlert);
}

export function listAlertsOf(sql: Sql, caseId: string): Promise<AlertRow[]> {
  return sql.query<AlertRow>(
    `SELECT ${alertColumns} FROM alerts a JOIN customers c ON c.id = a.customer_id WHERE a.case_id = $1
     ORDER BY a.found_at DESC, a.id LIMIT 100`,
    [caseId],
  );
}

/** Alerts that involve the customer. */
export async function listAlertsAbout(sql: Sql, customerId: string): Promise<StaffAlert[]> {
  const rows = await sql.query<AlertRow>(
    `SELECT ${alertColumns} FROM alerts a JOIN customers c ON c.id = a.customer_id WHERE a.customers @> ARRAY[$1::uuid]
     ORDER BY a.found_at DESC, a.id DESC LIMIT 100`,
    [customerId],
  );
  return rows.map(presentAlert);
}

export function presentAlert(row: AlertRow): StaffAlert {
  return {
    Id: row.id,
    Rule: row.rule,
    Found: row.found_at.toISOString(),
    LastEvidence: row.last_evidence_at.toISOString(),
    Customer: { Id: row.customer_id, Name: row.name, Email: row.email },
    Customers: row.customers,
    State: row.state,
    Case: row.case_id,
  };
}

/** @throws Refusal `not_found` */
export async function readAlert(sql: Sql, id: string): Promise<AnswerOf<typeof contract.readAlert>> {
  const row = await readOne<AlertRow & { evidence: Evidence[]; left_out: number }>(
    sql,
    `SELECT ${alertColumns}, a.evidence, a.left_out FROM alerts a JOIN customers c ON c.id = a.customer_id WHERE a.id = $1`,
    [id],
  );
  if (!row) throw refusePlatform('not_found');
  const people = await sql.query<{ id: string; name: string; email: string }>(
    'SELECT id, name, email FROM customers WHERE id = ANY ($1::uuid[])',
    [[...new Set(row.evidence.map(({ customer }) => customer))]],
  );
  const byId = new Map(people.map(({ id: who, name, email }) => [who, { Id: who, Name: name, Email: email }]));
  return {
    ...presentAlert(row),
    LeftOut: row.left_out,
    Evidence: row.evidence.map(({ customer, at, transfer, amount }) => ({
      Customer: byId.get(customer) ?? { Id: customer, Name: '—', Email: '' },
      Date: at,
      Transfer: transfer ?? null,
      Amount: amount === undefined ? null : toJsonNumber(micros(BigInt(amount))),
    })),
  };
}
