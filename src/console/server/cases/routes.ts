import * as contract from '#console/cases-contract.ts';
import { recordAction } from '#operator/server/record-action.ts';
import type { Tx } from '#database/server/database.ts';
import type { Http } from '#http/server/http.ts';
import { transaction } from '#database/server/transaction.ts';
import { whoSeesCases } from '#staff/roles.ts';
import { serveStaff, type StaffCall } from '#staff/server/serve-staff.ts';
import { operatorOf } from '../acting.ts';
import { whomSeen } from '#commands/server/whom-seen.ts';
import { requireLookedAt } from '../customers/looked-at.ts';
import { listAlerts, listAlertsAbout, readAlert } from './alert-lists.ts';
import { serveCaseFiles } from './case-file-routes.ts';
import { listCases, listCasesOf, readCase } from './case-lists.ts';

/** Alerts and cases. Every read is recorded in the action log as a look at the customers involved. */
export function serveStaffCases(http: Http): void {
  serveCaseFiles(http);
  serveStaff(http, contract.listAlerts, whoSeesCases, (db, call) =>
    transaction(db, async (tx) => {
      const page = await listAlerts(tx, call.query);
      await noteLook(tx, call, { what: 'alerts', rows: page.rows.length, ...whomSeen(idsOf(page.rows)) });
      return page;
    }),
  );
  serveStaff(http, contract.readAlert, whoSeesCases, (db, call) =>
    transaction(db, async (tx) => {
      const found = await readAlert(tx, call.params.id);
      await noteLook(tx, call, {
        what: 'alert',
        alert: found.Id,
        customer: found.Customer.Id,
        ...whomSeen(idsOf(found.Evidence)),
      });
      return found;
    }),
  );
  serveStaff(http, contract.listCases, whoSeesCases, (db, call) =>
    transaction(db, async (tx) => {
      const page = await listCases(tx, call.query);
      await noteLook(tx, call, { what: 'cases', rows: page.rows.length, ...whomSeen(idsOf(page.rows)) });
      return page;
    }),
  );
  serveStaff(http, contract.readCase, whoSeesCases, (db, call) =>
    transaction(db, async (tx) => {
      const found = await readCase(tx, call.params.id);
      await noteLook(tx, call, {
        what: 'case',
        case: found.Id,
        customer: found.Customer.Id,
        ...whomSeen(idsOf(found.AlertList)),
      });
      return found;
    }),
  );
  // Recorded as a look at cases, and not at the customer, so that it does not appear in what customers receive of the account.
  serveStaff(http, contract.listCasesAbout, whoSeesCases, (db, call) =>
    transaction(db, async (tx) => {
      const { investor } = await requireLookedAt(tx, call.params.id.toLowerCase());
      const found = { Cases: await listCasesOf(tx, investor.id), Alerts: await listAlertsAbout(tx, investor.id) };
      await noteLook(tx, call, { what: 'customer', customer: investor.id, ...whomSeen(idsOf(found.Alerts)) });
      return found;
    }),
  );
}

const idsOf = (rows: readonly { Customer: { Id: string } }[]): string[] => rows.map(({ Customer }) => Customer.Id);

type Call = Pick<StaffCall<typeof contract.listAlerts>, 'member' | 'address'>;

async function noteLook(tx: Tx, call: Call, details: Record<string, string | number>): Promise<void> {
  await recordAction(tx, { operator: operatorOf(call), action: 'case look', details });
}
