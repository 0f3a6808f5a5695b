import { minutesOpen } from '#operator/server/commands/open-to-staff.ts';
import { recordAction } from '#operator/server/record-action.ts';
import type { Database } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import { writeExport } from '#privacy/server/write-export.ts';
import type { StaffCall, StaffFile } from '#staff/server/serve-staff.ts';
import type * as contract from '#console/privacy-contract.ts';
import { refuseConsole } from '#console/refusals.ts';
import { requireLookedAt } from '../customers/looked-at.ts';
import { operatorOf } from '../acting.ts';
import { ofMember } from '../of-member.ts';

/**
 * Returns the archive that `customer export` opened for the caller. Each download is recorded before any of the data is read.
 *
 * @throws Refusal `not_found`, `export_not_open`
 */
export async function fetchExport(db: Database, call: StaffCall<typeof contract.fetchExport>): Promise<StaffFile> {
  const id = call.params.id.toLowerCase();
  await transaction(db, async (tx) => {
    await requireLookedAt(tx, id);
    const opened = await tx.query(
      `SELECT FROM actions a WHERE details ? 'customer' AND details ->> 'customer' = $1 AND action = 'customer export' AND ${ofMember} = $2
         AND happened_at > now() - make_interval(mins => $3::int) LIMIT 1`,
      [id, call.member.id, minutesOpen],
    );
    if (opened.length === 0) throw refuseConsole('export_not_open');
    const details = { customer: id, what: 'export' };
    await recordAction(tx, { operator: operatorOf(call), action: 'customer look', details });
  });
  return { name: `customer-${id}.zip`, type: 'application/zip', content: await writeExport(db, id) };
}
