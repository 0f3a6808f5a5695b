import { readTreasury as readLeft } from '#ledger/server/account-store.ts';
import { amountOf } from '#money/amount.ts';
import { recordAction } from '#operator/server/record-action.ts';
import { readBusinessClock } from '#database/server/business-clock.ts';
import { makePage } from '#http/server/cursor.ts';
import type { Http } from '#http/server/http.ts';
import { readSetting } from '#settings/server/settings.ts';
import { transaction } from '#database/server/transaction.ts';
import type { Role } from '#staff/roles.ts';
import { plansFrom, stakePlansSetting } from '#stakes/server/stake-settings.ts';
import { serveStaff } from '#staff/server/serve-staff.ts';
import * as contract from '#console/treasury-contract.ts';
import { noteWatching } from '../note-watching.ts';
import { operatorOf } from '../acting.ts';
import { whomSeen } from '#commands/server/whom-seen.ts';
import { listAwardRows, presentAward } from './list-awards.ts';
import { listOwedRows, presentOwed, readOwedPlace } from './list-owed.ts';
import { readTreasury } from './read-treasury.ts';
import { reckonWhatIf } from './reckon-what-if.ts';

const whoSeesTheTreasury: readonly Role[] = ['treasury', 'auditor'];

const pageSize = 50;

/** The treasury and the positions behind it. The look is recorded on the primary, wherever the data was read. */
export function serveStaffTreasury(http: Http): void {
  serveStaff(http, contract.readTreasury, whoSeesTheTreasury, async (db, { behindMs, member, address }) => {
    const read = await transaction(db, async (tx) => {
      await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
      return readTreasury(tx, http.config.mode);
    });
    await noteWatching(http.db, { member, address }, 'treasury look', { what: 'overview' });
    return { ...read, BehindSeconds: behindMs === null ? null : behindMs / 1_000 };
  });
  serveStaff(http, contract.listOwed, whoSeesTheTreasury, (db, { query, member, address }) =>
    transaction(db, async (tx) => {
      const { after, ...asked } = query;
      const { now } = await readBusinessClock(tx);
      const rows = await listOwedRows(tx, asked, now, readOwedPlace(after), pageSize + 1);
      const said = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
      const seen = whomSeen(rows.slice(0, pageSize).map((row) => row.customer_id));
      const details = { ...said, rows: Math.min(rows.length, pageSize), ...seen };
      await recordAction(tx, { operator: operatorOf({ member, address }), action: 'treasury look', details });
      return makePage(rows, pageSize, ({ ends_at: at, id }) => ({ at, id }), presentOwed);
    }),
  );
  serveStaff(http, contract.listAwards, whoSeesTheTreasury, (db, { query, member, address }) =>
    transaction(db, async (tx) => {
      const { after, which } = query;
      const rows = await listAwardRows(tx, query, readOwedPlace(after), pageSize + 1);
      const shown = rows.slice(0, pageSize);
      const seen = whomSeen(shown.flatMap((row) => [row.beneficiary_id, row.source_id]));
      const details = { what: 'awards', which, rows: shown.length, ...seen };
      await recordAction(tx, { operator: operatorOf({ member, address }), action: 'treasury look', details });
      return makePage(rows, pageSize, ({ at, id }) => ({ at, id }), presentAward);
    }),
  );
  serveStaff(http, contract.whatIf, whoSeesTheTreasury, async (db, { query: { stakes, days, amount } }) => {
    const { now } = await readBusinessClock(db);
    const plans = plansFrom(await readSetting(db, stakePlansSetting, http.config.mode));
    return reckonWhatIf(plans, { stakes, days, amount: amountOf(amount) }, await readLeft(db), now);
  });
}
