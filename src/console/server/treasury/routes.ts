import { readTreasury as readLeft } from '#ledger/server/account-store.ts';
import { amountOf } from '#money/amount.ts';
import { readBusinessClock } from '#platform/server/business-clock.ts';
import type { Http } from '#platform/server/http.ts';
import { readSetting } from '#platform/server/settings.ts';
import { transaction } from '#platform/server/transaction.ts';
import type { Role } from '#staff/roles.ts';
import { plansFrom, stakePlansSetting } from '#stakes/server/stake-settings.ts';
import { serveStaff } from '#staff/server/serve-staff.ts';
import * as contract from '#console/treasury-contract.ts';
import { readTreasury } from './read-treasury.ts';
import { reckonWhatIf } from './reckon-what-if.ts';

const whoSeesTheTreasury: readonly Role[] = ['treasury', 'auditor'];

/** What there is to promise from. It names no customer, so looking leaves nothing behind. */
export function serveStaffTreasury(http: Http): void {
  serveStaff(http, contract.readTreasury, whoSeesTheTreasury, (db, { behindMs }) =>
    transaction(db, async (tx) => {
      await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const read = await readTreasury(tx, http.config.mode);
      return { ...read, BehindSeconds: behindMs === null ? null : behindMs / 1_000 };
    }),
  );
  serveStaff(http, contract.whatIf, whoSeesTheTreasury, async (db, { query: { stakes, days, amount } }) => {
    const { now } = await readBusinessClock(db);
    const plans = plansFrom(await readSetting(db, stakePlansSetting, http.config.mode));
    return reckonWhatIf(plans, { stakes, days, amount: amountOf(amount) }, await readLeft(db), now);
  });
}
