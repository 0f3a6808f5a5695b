import { setTimeout as pause } from 'node:timers/promises';
import type { DomainEvents } from '#ledger/server/domain-events.ts';
import { carryEverything } from '#network/server/carry-awards.ts';
import type { Database } from '#platform/server/database.ts';
import { countDuePositions } from '#positions/server/position-store.ts';
import { settlePositions } from '#positions/server/settle-positions.ts';

/**
 * Settles everything that has fallen due by `now`, beside the workers of a running Lastro, and comes back when nothing is
 * left: also not what another worker had in hand. Answers how many this call settled itself.
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
  // Those that the treasury cannot pay yet are not waited for.
  await unlessHeld(carryEverything(db, now, events));
  return settled;
}

const waitedTooLong = '55P03';

/** None, when somebody held what it takes for longer than a statement waits: it is rolled back, still due, and found again. */
function unlessHeld(settling: Promise<number>): Promise<number> {
  return settling.catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === waitedTooLong) return 0;
    throw error;
  });
}
