import { setTimeout as pause } from 'node:timers/promises';
import type { DomainEvents } from '#ledger/server/domain-events.ts';
import type { Database } from '#platform/server/database.ts';
import { carryCauses } from './carry-causes.ts';
import { isAnyCauseOwed } from './carry-store.ts';
import { payOwedAwards } from './pay-owed-awards.ts';

type AwardEvents = Pick<DomainEvents, 'onAwardsPaid'>;

/** One round of the job: carries what members did, then pays what is due. Answers how much was done. */
export async function carryAwards(db: Database, now: Date, events: AwardEvents): Promise<number> {
  return (await carryCauses(db)) + (await payOwedAwards(db, now, events));
}

/**
 * Until nothing is left: also not what is recorded after a transaction that still runs. What the treasury cannot pay is not waited
 * for.
 */
export async function carryEverything(db: Database, now: Date, events: AwardEvents): Promise<number> {
  for (let done = 0; ;) {
    const round = await carryAwards(db, now, events);
    done += round;
    if (round > 0) continue;
    if (!(await isAnyCauseOwed(db))) return done;
    await pause(10);
  }
}
