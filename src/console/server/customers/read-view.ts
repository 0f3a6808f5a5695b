import { readHomeReport } from '#dashboard/server/read-home-report.ts';
import { readStatement } from '#history/server/read-statement.ts';
import { minutesOpen } from '#operator/server/commands/open-to-staff.ts';
import { recordAction } from '#operator/server/record-action.ts';
import type { AnswerOf } from '#platform/endpoint.ts';
import type { Database, Tx } from '#database/server/database.ts';
import type { Translate } from '#http/server/http.ts';
import { transaction } from '#database/server/transaction.ts';
import { listPositions } from '#positions/server/list-positions.ts';
import { readUser } from '#profile/server/read-user.ts';
import type { StaffCall } from '#staff/server/serve-staff.ts';
import { presentStake } from '#stakes/server/present-stake.ts';
import type * as contract from '#console/customers-contract.ts';
import { refuseConsole } from '#console/refusals.ts';
import { ofMember } from '../of-member.ts';
import { operatorOf } from '../acting.ts';
import { type LookedAt, requireLookedAt } from './looked-at.ts';

const rowsShown = 20;

/**
 * Returns the customer's first screens, produced by the use cases that serve them, to the member of staff who opened the view: `customer
 * view` recorded the reason and notified the customer. Each look is recorded first; the data is then read in a READ ONLY transaction.
 *
 * @throws Refusal `not_found`, `view_not_open`
 */
export async function readView(
  db: Database,
  call: StaffCall<typeof contract.readView>,
  translate: Translate,
): Promise<AnswerOf<typeof contract.readView>> {
  const customer = await transaction(db, async (tx) => {
    const found = await requireLookedAt(tx, call.params.id.toLowerCase());
    await requireOpen(tx, found, call.member.id);
    const details = { customer: found.investor.id, what: 'view' };
    await recordAction(tx, { operator: operatorOf(call), action: 'customer look', details });
    return found;
  });
  return transaction(db, async (tx) => {
    tx.send('SET TRANSACTION READ ONLY');
    const { investor } = customer;
    const query = { tz: 'UTC', limit: rowsShown };
    const [User, Report, stakes, statement] = await Promise.all([
      readUser(tx, { investor }),
      readHomeReport(tx, { investor }),
      listPositions(tx, 'stake', { investor, query }, presentStake),
      readStatement(tx, { investor, query, language: call.language }, translate),
    ]);
    return { User, Report, Stakes: stakes.rows, Statement: statement.rows };
  });
}

async function requireOpen(tx: Tx, { investor }: LookedAt, staffId: string): Promise<void> {
  const opened = await tx.query(
    `SELECT FROM actions a WHERE details ? 'customer' AND details ->> 'customer' = $1 AND action = 'customer view' AND ${ofMember} = $2
       AND happened_at > now() - make_interval(mins => $3::int) ORDER BY number DESC LIMIT 1`,
    [investor.id, staffId, minutesOpen],
  );
  if (opened.length === 0) throw refuseConsole('view_not_open');
}
