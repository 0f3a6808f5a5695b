import { minutesOpen } from '#operator/server/commands/open-to-staff.ts';
import type { CorrectedField } from '#operator/server/customer-corrections.ts';
import { recordAction } from '#operator/server/record-action.ts';
import type { AnswerOf } from '#platform/endpoint.ts';
import type { Database, Sql } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import type { StaffCall, StaffPage } from '#staff/server/serve-staff.ts';
import * as contract from '#console/privacy-contract.ts';
import { byWhom, ofMember } from '../of-member.ts';
import { operatorOf } from '../acting.ts';
import { whomSeen } from '#commands/server/whom-seen.ts';

interface CorrectionRow {
  id: string;
  customer_id: string;
  name: string;
  email: string;
  field: CorrectedField;
  becomes: string;
  asked_at: Date;
  takes_effect_at: Date;
}

/** The list shows whose corrections they are, so each customer is recorded as looked at. */
export function listCorrections(
  db: Database,
  call: StaffCall<typeof contract.listCorrections>,
): Promise<AnswerOf<typeof contract.listCorrections>> {
  return transaction(db, async (tx) => {
    const rows = await tx.query<CorrectionRow>(
      `SELECT n.id, n.customer_id, c.name, c.email, n.field, n.becomes, n.asked_at, n.takes_effect_at
       FROM customer_corrections n JOIN customers c ON c.id = n.customer_id
       WHERE n.state = 'waiting' ORDER BY n.takes_effect_at, n.id LIMIT ${contract.mostWaiting}`,
    );
    const details = { what: 'corrections', rows: rows.length, ...whomSeen(rows.map((row) => row.customer_id)) };
    await recordAction(tx, { operator: operatorOf(call), action: 'privacy look', details });
    return rows.map((row) => ({
      Id: row.id,
      Customer: { Id: row.customer_id, Name: row.name },
      Email: row.email,
      Field: row.field,
      Becomes: row.becomes,
      Asked: row.asked_at.toISOString(),
      TakesEffect: row.takes_effect_at.toISOString(),
    }));
  });
}

interface ActionRow {
  number: bigint;
  happened_at: Date;
  operator: string;
  action: string;
  id: string;
  name: string;
  erased: boolean;
  reason: string | null;
  fetch: boolean;
}

const pageSize = 50;
/** Must match the condition of the index. */
const about = `a.action IN ('customer export', 'customer erase', 'customer correct', 'customer address', 'customer correct-due',
  'customer keep-details', 'customer keep-address')`;

export function listPrivacyActions(
  db: Database,
  call: StaffCall<typeof contract.listPrivacyActions>,
): Promise<StaffPage<AnswerOf<typeof contract.listPrivacyActions>[number]>> {
  return transaction(db, async (tx) => {
    const page = await readPage(tx, call);
    const seen = whomSeen(page.rows.map(({ Customer }) => Customer.Id));
    const details = { what: 'actions', rows: page.rows.length, ...seen };
    await recordAction(tx, { operator: operatorOf(call), action: 'privacy look', details });
    return page;
  });
}

async function readPage(
  sql: Sql,
  { query: { after }, member }: StaffCall<typeof contract.listPrivacyActions>,
): Promise<StaffPage<AnswerOf<typeof contract.listPrivacyActions>[number]>> {
  const rows = await sql.query<ActionRow>(
    `SELECT a.number, a.happened_at, ${byWhom} AS operator, a.action, c.id, c.name, c.erased_at IS NOT NULL AS erased,
       coalesce(said(a.details ->> 'reason'), a.details ->> 'ground') AS reason,
       a.action = 'customer export' AND c.erased_at IS NULL AND ${ofMember} = $2
         AND a.happened_at > now() - make_interval(mins => ${minutesOpen}) AS fetch
     FROM actions a JOIN customers c ON c.id = (a.details ->> 'customer')::uuid
     WHERE ${about} AND ($1::bigint IS NULL OR a.number < $1) ORDER BY a.number DESC LIMIT ${pageSize + 1}`,
    [after ?? null, member.id],
  );
  const shown = rows.slice(0, pageSize);
  return {
    rows: shown.map((row) => ({
      Number: String(row.number),
      Date: row.happened_at.toISOString(),
      Who: row.operator,
      Action: row.action,
      Customer: { Id: row.id, Name: row.name },
      Erased: row.erased,
      Reason: row.reason,
      Fetch: row.fetch ?? false,
    })),
    next: rows.length > pageSize ? String(shown.at(-1)?.number) : null,
  };
}
