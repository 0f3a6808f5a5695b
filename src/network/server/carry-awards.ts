import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#platform/server/database.ts';
import { carryCauses, type Paying } from './carry-causes.ts';
import { isAnyCauseOwed } from './carry-store.ts';
import { payOwedAwards } from './pay-owed-awards.ts';

type AwardEvents = Paying['events'];

/** Who is at it in this process, by what they work on. */
const atWork = new WeakMap<Database, Promise<unknown>>();

/**
 * One round of the job: carries what members did and pays what is due for it, then what was owed before. Answers how much was done. Each
 * round takes thousands of causes at once, so two of one process would take the same ones, and the second does nothing but wait for the
 * first; servers may do so beside each other.
 */
export async function carryAwards(db: Database, now: Date, events: AwardEvents): Promise<number> {
  const earlier = atWork.get(db);
  if (earlier) {
    await Promise.allSettled([earlier]);
    return 0;
  }
  const round = carryRound(db, now, events).finally(() => atWork.delete(db));
  atWork.set(db, round);
  return round;
}

async function carryRound(db: Database, now: Date, events: AwardEvents): Promise<number> {
  return (await carryCauses(db, undefined, { now, events })) + (await payOwedAwards(db, now, events));
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
