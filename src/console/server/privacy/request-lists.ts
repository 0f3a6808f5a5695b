import { recordAction } from '#operator/server/record-action.ts';
import type { AnswerOf } from '#platform/endpoint.ts';
import { makePage, readCursor } from '#http/server/cursor.ts';
import type { Database, Tx } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import { listAnsweredRequests, type ListedRequest, listOpenRequests } from '#privacy/server/request-store.ts';
import type { StaffCall, StaffPage } from '#staff/server/serve-staff.ts';
import * as contract from '#console/privacy-contract.ts';
import { operatorOf } from '../acting.ts';
import { whomSeen } from '#commands/server/whom-seen.ts';

type Shown = AnswerOf<typeof contract.listOpenPrivacyRequests>[number];

const pageSize = 50;

/** The list shows whose requests they are, so each customer is recorded as looked at. */
export function listOpenPrivacyRequests(
  db: Database,
  call: StaffCall<typeof contract.listOpenPrivacyRequests>,
): Promise<Shown[]> {
  return transaction(db, async (tx) => {
    const rows = await listOpenRequests(tx, contract.mostWaiting);
    await noteLook(tx, call, rows);
    return rows.map(present);
  });
}

export function listAnsweredPrivacyRequests(
  db: Database,
  call: StaffCall<typeof contract.listAnsweredPrivacyRequests>,
): Promise<StaffPage<Shown>> {
  const cursor = readCursor(call.query.after);
  return transaction(db, async (tx) => {
    const rows = await listAnsweredRequests(tx, cursor, pageSize + 1);
    await noteLook(tx, call, rows.slice(0, pageSize));
    return makePage(rows, pageSize, ({ answeredAt, id }) => ({ at: answeredAt ?? new Date(0), id }), present);
  });
}

async function noteLook(tx: Tx, call: Parameters<typeof operatorOf>[0], rows: readonly ListedRequest[]): Promise<void> {
  await recordAction(tx, {
    operator: operatorOf(call),
    action: 'privacy look',
    details: { what: 'requests', rows: rows.length, ...whomSeen(rows.map(({ customerId }) => customerId)) },
  });
}

function present(row: ListedRequest): Shown {
  return {
    Id: row.id,
    Customer: { Id: row.customerId, Name: row.name },
    Email: row.isErased ? '' : row.email,
    Erased: row.isErased,
    Kind: row.kind,
    Received: row.receivedOn,
    Due: row.dueOn,
    Overdue: row.isOverdue,
    Handler: row.handler,
    Outcome: row.outcome,
    Answered: row.answeredAt?.toISOString() ?? null,
  };
}
