import { setTimeout as pause } from 'node:timers/promises';
import type { DomainEvents } from '#ledger/server/domain-events.ts';
import { carryEverything } from '#network/server/carry-awards.ts';
import type { Database } from '#database/server/database.ts';
import { countDuePositions } from '#positions/server/position-store.ts';
import { settlePositions } from '#positions/server/settle-positions.ts';

/**
 * Settles everything due by `now`, alongside the workers of a running Lastro, and returns once nothing is left, including what another
 * worker had in hand. Returns how many this call settled itself.
 */
export async function settleDue(db: Database, now: Date, events: DomainEvents): Promise<number> {
  let settled = 0;
  for (;;) {
    const batch = await unlessHeld(settlePositions(db, now, events));
    settled += batch;
    if (batch > 0) continue;
    if ((await countDuePositions(db, now)) === 0) break;
    await pause(50);
  }
  // Awards that the treasury cannot pay yet are not waited for.
  await unlessHeld(carryEverything(db, now, events));
  return settled;
}

const waitedTooLong = '55P03';

/** Counts none if a lock was held longer than a statement waits: the work is rolled back, still due, and found again. */
function unlessHeld(settling: Promise<number>): Promise<number> {
  return settling.catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === waitedTooLong) return 0;
    throw error;
  });
}
