import { randomUUID } from 'node:crypto';
import type { DomainEvents } from '#ledger/server/domain-events.ts';
import { endFreezeThatIsOver, listFreezesThatAreOver } from '#ledger/server/freeze.ts';
import type { Database } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import { releaseWithdrawals } from '#wallet/server/park-withdrawals.ts';
import { atTheMachine } from '#commands/server/operator.ts';
import { recordAction } from './record-action.ts';

/** Ends freezes whose hours are over, as an operator would. Returns how many. */
export async function endFreezes(db: Database, events: Pick<DomainEvents, 'onSecurityChange'>): Promise<number> {
  let done = 0;
  for (const customerId of await listFreezesThatAreOver(db)) {
    const isEnded = await transaction(db, async (tx) => {
      // One of two servers ends it, unless it was ended or prolonged meanwhile.
      if (!(await endFreezeThatIsOver(tx, customerId))) return false;
      const released = await releaseWithdrawals(tx, customerId);
      const cause = `account_unfrozen:${randomUUID()}`;
      await events.onSecurityChange(tx, { customerId, change: 'account_unfrozen', cause, device: null });
      const details = { customer: customerId, reason: 'its time was over', released };
      await recordAction(tx, { operator: atTheMachine('lastro'), action: 'customer unfreeze', details });
      return true;
    });
    if (isEnded) done += 1;
  }
  return done;
}
