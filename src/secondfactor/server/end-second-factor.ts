import type { Database, Tx } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import { closedHours } from '../use-contract.ts';
import { endKey, holdSecondFactor } from './key-store.ts';
import { cellsWithDueRemovals, markRemovalCanceled, markRemovalDone } from './removal-store.ts';
import type { SecondFactorParts } from './second-factor-parts.ts';

type Parts = Pick<SecondFactorParts, 'clock' | 'onSecurityChange'> & {
  login: Pick<SecondFactorParts['login'], 'endSessions'>;
};

const unshownEnds = {
  waiting: 'second_key_removed_after_waiting',
  operator: 'second_key_removed_by_operator',
  reset: 'second_key_removed_by_reset',
} as const;

/**
 * Ends a key that was not shown. All sessions end and withdrawals close for another day, so that the owner, finding themselves logged out,
 * has time to object. False when there was none.
 */
async function endUnshown(tx: Tx, parts: Parts, customerId: string, by: keyof typeof unshownEnds): Promise<boolean> {
  const at = parts.clock.now();
  const withdrawalsClosedUntil = new Date(at.getTime() + closedHours * 3_600_000);
  if (!(await endKey(tx, customerId, { by, at, withdrawalsClosedUntil }))) return false;
  await parts.login.endSessions(tx, customerId);
  await parts.onSecurityChange(tx, { customerId, what: unshownEnds[by] });
  return true;
}

const atOnce = 50;

/** Carries out the due removals, each in its own transaction, and returns how many. */
export async function removeLostKeys(db: Database, parts: Parts): Promise<number> {
  const now = parts.clock.now();
  let done = 0;
  for (const cell of await cellsWithDueRemovals(db, now)) {
    while (done < atOnce && (await removeOneIn(db, parts, cell, now))) done += 1;
  }
  return done;
}

function removeOneIn(db: Database, parts: Parts, cell: number, now: Date): Promise<boolean> {
  return transaction(db, async (tx) => {
    const due = await markRemovalDone(tx, cell, now);
    if (due) await endUnshown(tx, parts, due, 'waiting');
    return due !== null;
  });
}

/** Removes the key immediately, for an operator or for whoever first proves that the address is theirs. False when there was none. */
export async function removeAtOnce(
  tx: Tx,
  parts: Parts,
  customerId: string,
  by: 'operator' | 'reset',
): Promise<boolean> {
  holdSecondFactor(tx, customerId);
  await markRemovalCanceled(tx, customerId, parts.clock.now());
  return endUnshown(tx, parts, customerId, by);
}
