import type { CaseDecision, CaseEventKind } from '#cases/patterns.ts';
import type { StaffCase } from '#console/cases-contract.ts';
import type * as contract from '#console/cases-contract.ts';
import type { AnswerOf } from '#platform/endpoint.ts';
import { presentCaseFiles } from './case-file-routes.ts';
import { refusePlatform } from '#platform/refusals.ts';
import { makePage, readCursor } from '#http/server/cursor.ts';
import { readOne, type Sql } from '#database/server/database.ts';
import type { StaffPage } from '#staff/server/serve-staff.ts';
import { listAlertsOf, presentAlert } from './alert-lists.ts';

interface CaseRow {
  id: string;
  customer_id: string;
  name: string;
  email: string;
  opened_at: Date;
  decision: CaseDecision | null;
  closed_at: Date | null;
  staff_id: string | null;
  staff_name: string | null;
  staff_email: string | null;
  alerts: number;
}

const columns = `k.id, k.customer_id, c.name, c.email, k.opened_at, k.decision, k.closed_at, s.id AS staff_id, s.name AS staff_name,
  s.email AS staff_email, (SELECT count(*)::integer FROM alerts a WHERE a.case_id = k.id) AS alerts`;
const from = `cases k JOIN customers c ON c.id = k.customer_id LEFT JOIN staff s ON s.id = k.assigned_to`;
const pageSize = 50;

export async function listCases(
  sql: Sql,
  { state, customer, after }: { state: 'open' | 'closed'; customer?: string | undefined; after?: string | undefined },
): Promise<StaffPage<StaffCase>> {
  const cursor = readCursor(after);
  const rows = await sql.query<CaseRow>(
    `SELECT ${columns} FROM ${from} WHERE (k.closed_at IS NULL) = $1 AND (k.opened_at, k.id) < ($2, $3)
       AND ($4::uuid IS NULL OR k.customer_id = $4)
     ORDER BY k.opened_at DESC, k.id DESC LIMIT ${pageSize + 1}`,
    [state === 'open', cursor.at, cursor.id, customer ?? null],
  );
  return makePage(rows, pageSize, ({ opened_at: at, id }) => ({ at, id }), present);
}

/** All cases of one customer, open or closed. */
export async function listCasesOf(sql: Sql, customerId: string): Promise<StaffCase[]> {
  const rows = await sql.query<CaseRow>(
    `SELECT ${columns} FROM ${from} WHERE k.customer_id = $1 ORDER BY k.opened_at DESC, k.id DESC LIMIT 100`,
    [customerId],
  );
  return rows.map(present);
}

interface EventRow {
  id: string;
  kind: CaseEventKind;
  author: string;
  happened_at: Date;
  about: string | null;
  words: string | null;
}

const mostEvents = 500;

/** @throws Refusal `not_found` */
export async function readCase(sql: Sql, id: string): Promise<AnswerOf<typeof contract.readCase>> {
  const row = await readOne<CaseRow & Record<string, unknown>>(sql, `SELECT ${columns} FROM ${from} WHERE k.id = $1`, [
    id,
  ]);
  if (!row) throw refusePlatform('not_found');
  const events = await sql.query<EventRow>(
    `SELECT id, kind, author, happened_at, about, said(words) AS words FROM case_events WHERE case_id = $1
     ORDER BY happened_at, id LIMIT ${mostEvents}`,
    [id],
  );
  const colleagues = await sql.query<{ id: string; name: string; email: string }>(
    `SELECT id, name, email FROM staff WHERE role = 'compliance' AND disabled_at IS NULL ORDER BY name, id LIMIT 200`,
  );
  return {
    ...present(row),
    Events: events.map((event) => ({
      Id: event.id,
      Kind: event.kind,
      Author: event.author,
      Date: event.happened_at.toISOString(),
      About: event.about,
      Words: event.words,
    })),
    Files: await presentCaseFiles(sql, id),
    AlertList: (await listAlertsOf(sql, id)).map(presentAlert),
    Colleagues: colleagues.map(({ id: Id, name: Name, email: Email }) => ({ Id, Name, Email })),
  };
}

function present(row: CaseRow): StaffCase {
  const { staff_id: staff, staff_name: name, staff_email: email } = row;
  return {
    Id: row.id,
    Customer: { Id: row.customer_id, Name: row.name, Email: row.email },
    Opened: row.opened_at.toISOString(),
    AssignedTo: staff ? { Id: staff, Name: name ?? '', Email: email ?? '' } : null,
    Decision: row.decision,
    Closed: row.closed_at?.toISOString() ?? null,
    Alerts: row.alerts,
  };
}
