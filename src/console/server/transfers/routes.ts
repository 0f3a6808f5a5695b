import { recordAction } from '#operator/server/record-action.ts';
import { makePage, readCursor } from '#http/server/cursor.ts';
import type { Http } from '#http/server/http.ts';
import { transaction } from '#database/server/transaction.ts';
import type { Role } from '#staff/roles.ts';
import { serveStaff } from '#staff/server/serve-staff.ts';
import * as contract from '#console/transfers-contract.ts';
import { operatorOf } from '../acting.ts';
import { type ConsoleParts } from '../take-action.ts';
import { readReconciliation } from './read-reconciliation.ts';
import { readTransferHistory } from './read-transfer.ts';
import { whomSeen } from '#commands/server/whom-seen.ts';
import { listTransferRows, presentTransfer } from './transfer-rows.ts';

const pageSize = 50;
const whoSeesTransfers: readonly Role[] = ['support', 'payments', 'treasury', 'compliance', 'auditor'];
const whoReconciles: readonly Role[] = ['payments', 'treasury', 'compliance', 'auditor'];

/** All customers' transfers, and the brokerage's book beside ours. Every read is recorded as an action. */
export function serveStaffTransfers(http: Http, { brokerage }: Pick<ConsoleParts, 'brokerage'>): void {
  serveStaff(http, contract.listTransfers, whoSeesTransfers, async (db, { query, member, address }) => {
    const { after, overdue, unknown, customer: customerId, ...rest } = query;
    const cursor = readCursor(after);
    return transaction(db, async (tx) => {
      const filter = { ...rest, ...(unknown && { state: 'unknown' }), isOverdue: overdue === 'yes', customerId };
      const rows = await listTransferRows(tx, filter, cursor, pageSize + 1);
      const asked = Object.entries({ ...rest, overdue, unknown }).filter(([, value]) => value !== undefined);
      const details = { ...Object.fromEntries(asked), rows: Math.min(rows.length, pageSize) };
      await recordAction(tx, {
        operator: operatorOf({ member, address }),
        action: 'transfers look',
        details: {
          ...details,
          ...(customerId !== undefined && { customer: customerId }),
          ...whomSeen(rows.slice(0, pageSize).map((row) => row.customer_id)),
        },
      });
      return makePage(rows, pageSize, ({ created_at: at, id }) => ({ at, id }), presentTransfer);
    });
  });
  serveStaff(http, contract.readTransfer, whoSeesTransfers, (db, { params: { id }, member, address, language }) =>
    transaction(db, async (tx) => {
      const transfer = await readTransferHistory(tx, id, language);
      const details = { transfer: id, customer: transfer.Customer.Id };
      await recordAction(tx, { operator: operatorOf({ member, address }), action: 'transfer look', details });
      return transfer;
    }),
  );
  serveStaff(http, contract.readReconciliation, whoReconciles, async (db, { query: { day }, member, address }) => {
    const read = await readReconciliation(db, brokerage, day);
    const details = { day, compared: read.Compared, breaks: read.Count };
    await transaction(db, (tx) =>
      recordAction(tx, { operator: operatorOf({ member, address }), action: 'reconciliation look', details }),
    );
    return read;
  });
}
